// board.js: unpacks and draws the games packed by tesela/report_pages/replay_data.lua. It depends
// on nothing in the page but `document`, from which `bytes` and `read` take the packed data.
//
// For a page:
//   board.book                  set once: the part common to all games; see Book:contents
//   board.read(id)              the JSON of an element of the page, and the bytes after it
//   board.block(details, bytes) the games of a block, with all their positions
//   board.svg(game, ply), boxes(game, ply), words(game, ply)    a position as SVG, its side
//                               panel as HTML, and the position in words
// A position is { board, boxes }: lists in painting order, of items [body, [x, y], key] and [body,
// box, key, number].
"use strict";

const board = {
  book: null, // the part common to all games

  // The bytes packed in the element with this id.
  async bytes(id) {
    const text = document.getElementById(id).textContent;
    const packed = Uint8Array.from(atob(text), c => c.charCodeAt(0));
    if (packed[0] !== 0x1f) return packed; // made without gzip
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  },

  // The JSON in that element up to the first newline, and the bytes after it.
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

  // The games of a block, one after another, from its rows of numbers.
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

  signed: n => n % 2 ? -(n + 1) / 2 : n / 2,

  // The index at which a key belongs in a list, of which only the first `last` items count.
  place(list, last, key) {
    let low = 0, high = last;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle][2] > key) high = middle;
      else low = middle + 1;
    }
    return low;
  },

  // The next list, after some items go and others come, both in order from the end. `read` returns
  // a new item, from its body and the item that it replaces.
  changed(list, [counts, gone, places, bodies], read) {
    const after = list.slice(), went = [];
    let at = after.length;
    for (let count = counts(); count > 0; count--) {
      at -= gone() + 1;
      went.push(after.splice(at, 1)[0]);
    }
    at = after.length;
    for (let count = counts(), i = 0; i < count; i++) {
      const far = board.signed(places()), item = read(bodies(), went[i]);
      at = board.place(after, at, item[2]) + far;
      after.splice(at, 0, item);
    }
    return after;
  },

  // A function that reads an item of the board: its place, and its key, which gives its default
  // index in the list: from the front, or from the back if the order is odd.
  on_board(steps) {
    let x = 0, y = 0;
    return body => {
      const [dx, dy] = board.book.steps[steps()].split(" "), order = board.book.orders[body];
      x += Number(dx);
      y += Number(dy);
      return [body, [x, y], (order * 1e6 + (order % 2 ? y : -y)) * 1e6 + x];
    };
  },

  // The same for a box: its number, and the number in its words, if there is one.
  in_box(boxes, numbers) {
    const last = {};
    let box = 0;
    return (body, went) => {
      box = (went ? went[1] : box) + board.signed(boxes());
      const item = [body, box, box * 1e12 + board.book.orders[body]];
      if (board.book.bodies[body].includes("\0")) {
        const name = body + " " + box;
        last[name] = (last[name] || 0) + board.signed(numbers());
        item.push(last[name]);
      }
      return item;
    };
  },

  // A game: its ground, and the contents of the board and the boxes at each ply.
  game(on_board, in_boxes, plies) {
    const counts = on_board[0], game = { ground: counts(), positions: [] };
    game.origin = [board.signed(counts()), board.signed(counts())];
    const one = board.on_board(on_board[4]), two = board.in_box(in_boxes[4], in_boxes[5]);
    let last = { board: [], boxes: [] };
    for (let ply = 0; ply <= plies; ply++) {
      last = { board: board.changed(last.board, on_board, one),
        boxes: board.changed(last.boxes, in_boxes, two) };
      game.positions.push(last);
    }
    return game;
  },

  // The picture of a position.
  svg(game, ply) {
    const [left, top] = game.origin, items = game.positions[ply].board.map(([body, place]) =>
      `<g transform="translate(${left + place[0]} ${top + place[1]})">` +
      `${board.book.bodies[body]}</g>\n`);
    return board.book.grounds[game.ground] + items.join("") + "</svg>\n";
  },

  // The side panel: a list for each box.
  boxes(game, ply) {
    const boxes = {};
    for (const [body, box, , number] of game.positions[ply].boxes) {
      boxes[box] = (boxes[box] || "") + board.book.bodies[body].replace("\0", number);
    }
    return Object.keys(boxes).sort((a, b) => a - b)
      .map(box => `<div class="box">${boxes[box]}</div>`).join("");
  },

  // The same in words: the cells in order, with the contents of each, from the bottom up.
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
