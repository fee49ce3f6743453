/* fuzz_json.c: JSON from anywhere. The first byte chooses whether zero bytes
 * are allowed. What is read is written as text that is read and written the
 * same.
 */
#include "base/json.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  const bool zeros = data[0] == '0';
  tes_error error;
  char *text = fuzz_text(data + 1, size - 1);
  json_t *value = json_read(text, size - 1, zeros, &error);
  if (value != NULL) {
    tes_text written, twice;
    tes_text_init(&written, NULL);
    tes_text_init(&twice, NULL);
    json_put(&written, value);
    json_t *again =
        json_read(tes_text_get(&written), written.length, zeros, &error);
    must(again != NULL);
    json_put(&twice, again);
    must(strcmp(tes_text_get(&written), tes_text_get(&twice)) == 0);
    json_decref(again);
    tes_text_free(&written);
    tes_text_free(&twice);
  }
  json_decref(value);
  free(text);
  return 0;
}
