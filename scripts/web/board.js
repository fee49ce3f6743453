// board.js: games as tesela/web/replay.lua packs them, unpacked and drawn.
"use strict";

const board = {
  book: null, // what all games refer to

  // The bytes that stand packed in the element of this id.
  async bytes(id) {
    const text = document.getElementById(id).textContent;
    const packed = Uint8Array.from(atob(text), c => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  },

  // The value of the JSON that stands there before the first newline, and what is behind.
  async read(id) {
    const bytes = await board.bytes(id), end = bytes.indexOf(10);
    return [JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))),
      bytes.subarray(end + 1)];
  },

  // A function that returns the next number.
  numbers(bytes) {
    let at = 0;
    return () => {
      let number = 0, scale = 1, byte;
      do {
        byte = bytes[at++];
        number += (byte & 127) * scale;
        scale *= 128;
      } while (byte > 127);
      return number;
    };
  },

  // The games of a block, one after the other, from its rows of numbers.
  block(details, bytes) {
    const rows = [];
    let from = 0;
    for (const length of details.lengths) {
      rows.push(board.numbers(bytes.subarray(from, from + length)));
      from += length;
    }
    return details.games.map(detail => detail.lost ? null
      : board.game(rows.slice(0, 5), rows.slice(5), detail.moves.length));
  },

  // The list that follows: what goes and what comes, counted from the end.
  changed(list, [counts, gone, gaps, bodies, places]) {
    const after = list.slice();
    let at = after.length;
    for (let count = counts(); count > 0; count--) {
      at -= gone() + 1;
      after.splice(at, 1);
    }
    at = after.length;
    for (let count = counts(); count > 0; count--) {
      at -= gaps();
      after.splice(at, 0, [bodies(), places()]);
    }
    return after;
  },

  // A game: its ground, and what is on the board and in the boxes at each ply.
  game(on_board, in_boxes, plies) {
    const signed = n => n % 2 ? -(n + 1) / 2 : n / 2, counts = on_board[0];
    const game = { ground: counts(), positions: [] };
    game.origin = [signed(counts()), signed(counts())];
    let place = [0, 0], last = { board: [], boxes: [] };
    const step = on_board[4], places = () => {
      const [x, y] = board.book.steps[step()].split(" ");
      place = [place[0] + Number(x), place[1] + Number(y)];
      return place;
    };
    const rows = [...on_board.slice(0, 4), places];
    for (let ply = 0; ply <= plies; ply++) {
      last = { board: board.changed(last.board, rows), boxes: board.changed(last.boxes, in_boxes) };
      game.positions.push(last);
    }
    return game;
  },

  // The picture of a position.
  svg(game, ply) {
    const [left, top] = game.origin, items = game.positions[ply].board.map(([body, [x, y]]) =>
      `<g transform="translate(${left + x} ${top + y})">${board.book.bodies[body]}</g>\n`);
    return board.book.grounds[game.ground] + items.join("") + "</svg>\n";
  },

  // What is beside it: a list for each box.
  boxes(game, ply) {
    const boxes = {};
    for (const [body, box] of game.positions[ply].boxes) {
      boxes[box] = (boxes[box] || "") + board.book.bodies[body];
    }
    return Object.keys(boxes).sort((a, b) => a - b)
      .map(box => `<div class="box">${boxes[box]}</div>`).join("");
  },

  // The same in words: the cells in order, and what is on each, from the bottom up.
  words(game, ply) {
    const cells = new Map();
    for (const [body, place] of game.positions[ply].board) {
      const name = board.book.names[place.join(" ")], look = board.book.looks[body];
      if (name && look) cells.set(name, (cells.get(name) || []).concat(look));
    }
    const parts = [...cells].sort((a, b) => a[0].localeCompare(b[0], "en", { numeric: true }));
    return parts.map(([name, looks]) => `${name}: ${looks.join(", ")}`).join("; ") ||
      "an empty board";
  },
};
