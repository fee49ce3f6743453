// before.js: runs before the program, gives it its scripts, and sends its output to
// Module.write(descriptor, bytes). Under node the program runs as on a command line, in the
// current folder; a Worker sets its own Module.write.

var TEXTS = "tesela.json";

if (typeof process === "object") {
  var files = require("fs");
  Module.wasmBinary = files.readFileSync(__dirname + "/tesela.wasm");
  Module.write = function (descriptor, bytes) {
    for (var at = 0; at < bytes.length;) {
      try {
        at += files.writeSync(descriptor, bytes, at);
      } catch (error) {
        if (error.code !== "EAGAIN") throw new FS.ErrnoError(NODEFS.convertNodeCode(error));
      }
    }
  };
  Module.read = function (bytes) { return files.readSync(0, bytes); };
}

// Replaces Emscripten's streams, which write whole lines as if to a terminal.
function replaceStreams() {
  function nothing() { return null; }
  function replace(descriptor, name, f) {
    var stream = FS.getStream(descriptor);
    stream.stream_ops = Object.assign({}, stream.stream_ops);
    stream.stream_ops[name] = function (_, buffer, offset, length) {
      return f(descriptor, buffer.subarray(offset, offset + length));
    };
  }
  function write(descriptor, bytes) {
    Module.write(descriptor, bytes);
    return bytes.length;
  }
  FS.init(nothing, nothing, nothing);
  replace(1, "write", write);
  replace(2, "write", write);
  if (Module.read) replace(0, "read", function (_, bytes) { return Module.read(bytes); });
}

function writeScripts(texts) {
  for (var name in texts) {
    var path = "/share/tesela/" + name;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, texts[name]);
  }
}

Module.preRun = [function () {
  replaceStreams();
  if (typeof process === "object") {
    if (process.env.TESELA_HOME) ENV.TESELA_HOME = process.env.TESELA_HOME;
    writeScripts(JSON.parse(files.readFileSync(__dirname + "/" + TEXTS, "utf8")));
    FS.mkdir("/node");
    FS.mount(NODEFS, { root: "/" }, "/node");
    FS.chdir("/node" + process.cwd());
    return;
  }
  addRunDependency(TEXTS);
  fetch(TEXTS).then(function (reply) {
    if (!reply.ok) throw new Error(TEXTS + ": " + reply.statusText);
    return reply.json();
  }).then(function (texts) {
    writeScripts(texts);
    removeRunDependency(TEXTS);
  });
}];
