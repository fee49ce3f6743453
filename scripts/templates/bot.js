// A bot for tesela, in JavaScript. It runs as it is; make it better:
//   tesela match mixtour 'exec:node ./mine.js' random
//   tesela play mixtour --bot 'exec:node ./mine.js'
// It talks in lines of JSON (tesela help page protocol), so write nothing else to
// stdout. For debugging use console.error(...).
"use strict";

// Returns one of go.moves; go.view is the position, as far as you know it.
function choose(go) {
  return go.moves[go.seed % go.moves.length];
}

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.hello) {
    say({ ok: { name: "mine", version: "1" } }); // a game begins
  } else if (message.go) {
    say({ id: message.go.id, move: choose(message.go) }); // it is your turn
  } else if (message.quit) {
    process.exit(0);
  }
});
