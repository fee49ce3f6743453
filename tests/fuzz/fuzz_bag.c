/* fuzz_bag.c: draw orders from anywhere. The first byte chooses rules, the rest
 * is the draw order. A start that is dealt says its draw order, which deals the
 * same. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  const tes_rules *rules = fuzz_rules(data[0]);
  tes_work work;
  must(tes_work_init(&work, rules) == TES_OK);
  tes_state *state = tes_state_new(rules), *again = tes_state_new(rules);
  char *text = fuzz_text(data + 1, size - 1);
  if (tes_deal(rules, state, text, &work) == TES_OK) {
    tes_text dealt;
    tes_text_init(&dealt, NULL);
    tes_dealt(rules, state, &dealt);
    must(tes_deal(rules, again, tes_text_get(&dealt), &work) == TES_OK);
    must(tes_equal(rules, state, again));
    tes_text_free(&dealt);
    fuzz_look(rules, state, &work);
    fuzz_round_trip(rules, state, &work);
  }
  free(text);
  tes_state_free(rules, state);
  tes_state_free(rules, again);
  tes_work_free(&work);
  return 0;
}
