// memory.js TESELA.JS: where memory is short, what a page asks is answered by nothing, and
// the session goes on; it is as large as its memory can be, but touches little of that.
"use strict";

const assert = require("assert"), fs = require("fs"), path = require("path"), vm = require("vm");

// The text of a request, where the program reads it.
function written(request) {
  const text = JSON.stringify(request), size = Module.lengthBytesUTF8(text) + 1;
  const at = Module._malloc(size);
  assert.notStrictEqual(at, 0);
  Module.stringToUTF8(text, at, size);
  return at;
}

// Its reply, or null.
function ask(at) {
  const answer = Module._tesela_web_ask(at);
  return answer === 0 ? null : JSON.parse(Module.UTF8ToString(answer));
}

// Takes all memory that there is, but for less than `least` at once.
function take(least) {
  const taken = [];
  for (let size = 1 << 28; size >= least; size /= 2) {
    for (let at = Module._malloc(size); at !== 0; at = Module._malloc(size)) taken.push(at);
  }
  return taken;
}

const Module = {
  noInitialRun: true,
  tell() {},
  onRuntimeInitialized() {
    assert.strictEqual(Module._tesela_web_open(), 0);
    const small = written({ do: "eval", code: "1 + 1" });
    const large = written({ do: "eval", code: "--" + "x".repeat(1 << 22) });
    assert.strictEqual(ask(small).shown, "2");
    const taken = take(1 << 16);
    assert.strictEqual(ask(large), null);
    taken.forEach(at => Module._free(at));
    assert.strictEqual(ask(large).done, true);
    assert.strictEqual(ask(small).shown, "2");
  },
};

process.on("uncaughtException", error => {
  console.error(error.stack);
  process.exit(1);
});
const file = path.resolve(process.argv[2]);
vm.compileFunction(fs.readFileSync(file, "utf8"), ["Module", "require", "__dirname"],
  { filename: file })(Module, require, path.dirname(file));
