// worker.js: tesela in a Worker. It is asked one thing at a time, { id, ask }, and says
// { id, told } while it works on that, { id, out } for what is printed, and { id, answer };
// requests and replies are texts of JSON. It says { ready: true } when it can be asked.
"use strict";

let id = null; // of what is asked
const lines = new TextDecoder();

var Module = {
  noInitialRun: true,
  tell: told => postMessage({ id, told }),
  write: (_, bytes) => postMessage({ id, out: lines.decode(bytes.slice(), { stream: true }) }),
  onRuntimeInitialized() {
    if (Module._tesela_web_open() !== 0) throw new Error("tesela cannot begin");
    postMessage({ ready: true });
  },
};

// A text where the program finds it, until f is done.
function lend(text, f) {
  const size = lengthBytesUTF8(text) + 1, at = _malloc(size);
  if (!at) return null;
  stringToUTF8(text, at, size);
  try {
    return f(at);
  } finally {
    _free(at);
  }
}

onmessage = ({ data }) => {
  id = data.id;
  const answer = lend(data.ask, Module._tesela_web_ask);
  postMessage({ id, answer: answer ? UTF8ToString(answer) : '{"error":"out of memory"}' });
};

importScripts("tesela.js");
