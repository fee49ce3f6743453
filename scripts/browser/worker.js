// worker.js: tesela in a Worker. It is asked one thing at a time, { id, ask }, and says
// { id, told } while it works on that, { id, out } for what is printed, and { id, answer };
// requests and replies are texts of JSON. It says { ready: true } when it can be asked, and
// { failed: why } when it cannot any more.
"use strict";

let id = null; // of what is asked
let printed = "", shown = 0; // what waits for its line's end, or its time
const SOON = 50;             // milliseconds
const decoder = new TextDecoder();

function flush() {
  if (printed !== "") postMessage({ id, out: printed });
  printed = "";
  shown = performance.now();
}

function print(_, bytes) {
  printed += decoder.decode(bytes.slice(), { stream: true });
  if (printed.endsWith("\n") && performance.now() - shown >= SOON) flush();
}

var Module = {
  noInitialRun: true,
  write: print,
  tell(told) {
    flush();
    postMessage({ id, told });
  },
  onRuntimeInitialized() {
    if (Module._tesela_web_open() !== 0) throw new Error(printed || "tesela cannot begin");
    postMessage({ ready: true });
  },
};

self.addEventListener("unhandledrejection", ({ reason }) => {
  postMessage({ failed: String(reason && reason.message || reason) });
});

// The answer to a text.
function ask(text) {
  const size = lengthBytesUTF8(text) + 1, at = _malloc(size);
  if (at === 0) return null;
  stringToUTF8(text, at, size);
  const answer = Module._tesela_web_ask(at);
  _free(at);
  return answer === 0 ? null : UTF8ToString(answer);
}

onmessage = ({ data }) => {
  id = data.id;
  const answer = ask(data.ask) ?? JSON.stringify({ error: "not enough memory" });
  flush();
  postMessage({ id, answer });
};

importScripts("tesela.js");
