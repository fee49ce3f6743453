// worker.js: tesela in a Worker. It gets one request at a time, { id, ask }, and sends { id, told }
// for progress, { id, out } for printed text, and { id, answer }; requests and replies are strings
// of JSON. It sends { ready: true } when it accepts requests, and { failed: why } when it no longer
// does.
"use strict";

let id = null; // of the current request
let printed = "", shown = 0; // output not yet sent, and the time of the last sending
const SOON = 50;             // the least milliseconds between sendings
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
    if (Module._tesela_web_open() !== 0) throw new Error(printed || "tesela cannot start");
    postMessage({ ready: true });
  },
};

self.addEventListener("unhandledrejection", ({ reason }) => {
  postMessage({ failed: String(reason && reason.message || reason) });
});

// The answer to a request.
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
