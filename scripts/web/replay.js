// replay.js: a position in a page, and its surroundings: the picture, the boxes, the list of moves,
// the curve; stepping with buttons, keys and touch. Reports and the page for playing have elements
// with the same ids, and pass the contents.
"use strict";

const replay = {
  timer: null,
  game: null, // { at() = { ply, plies } or null, go(ply), keys, carries() = is a finger busy? }

  // An element with text and attributes.
  make(tag, text, attributes) {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    for (const [name, value] of Object.entries(attributes || {})) {
      element.setAttribute(name, value);
    }
    return element;
  },

  // Puts a picture made by tesela into an element, with words about it.
  picture(holder, svg, words) {
    holder.innerHTML = svg;
    const picture = holder.firstElementChild;
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", words);
    return picture;
  },

  // Shows a position: { svg, boxes (HTML from tesela), words, said, about, note, ply, plies }.
  show(position) {
    const $ = id => document.getElementById(id), { ply, plies } = position;
    replay.picture($("board"), position.svg, `Position after ${ply} of ${plies} plies`);
    $("boxes").innerHTML = position.boxes;
    for (const id of ["words", "said", "about", "note"]) {
      if ($(id).textContent !== position[id]) $(id).textContent = position[id];
    }
    $("ply").max = plies;
    $("ply").value = ply;
    $("ply").setAttribute("aria-valuetext", position.said);
    const current = $("moves").querySelector("[aria-current]");
    if (current) current.removeAttribute("aria-current");
    const item = $("moves").children[ply - 1];
    if (item) item.setAttribute("aria-current", "step");
    $("moves").scrollTop = item ? item.offsetTop - $("moves").clientHeight / 2 : 0;
  },

  // The list of moves: { text, label, seat, noted, href }; without href they are buttons.
  list(moves) {
    document.getElementById("moves").replaceChildren(...moves.map((move, i) => {
      const item = replay.make("li", undefined, { class: "s" + move.seat });
      if (move.noted) item.classList.add("noted");
      item.append(replay.make("span", i + 1), move.href
        ? replay.make("a", move.text, { href: move.href })
        : replay.make("button", move.text, { type: "button", "aria-label": move.label,
          title: move.label }));
      return item;
    }));
  },

  // The curve of the chances: for each line { seat, values = by ply, null if unknown }.
  curve(lines, ply, plies) {
    const drawn = lines.map(({ seat, values }) => {
      const points = values.flatMap((x, i) =>
        typeof x === "number" ? `${200 * i / plies},${60 - 60 * x}` : []);
      return points.length > 1 ? `<polyline class="s${seat}" points="${points.join(" ")}"/>` : "";
    }).join("");
    const at = 200 * ply / Math.max(1, plies);
    document.getElementById("curve").innerHTML = drawn && `<svg viewBox="0 -2 200 64" ` +
      `preserveAspectRatio="none" aria-hidden="true"><path d="M0 30H200M${at} 0V60"/>${drawn}</svg>`;
  },

  step(count) {
    const at = replay.game.at();
    if (at) replay.game.go(Math.max(0, Math.min(at.ply + count, at.plies)));
  },

  // Starts or stops showing one position after another.
  play() {
    if (replay.timer) {
      clearInterval(replay.timer);
      replay.timer = null;
    } else {
      const { ply, plies } = replay.game.at();
      if (ply === plies) replay.game.go(0);
      replay.timer = setInterval(() => {
        const at = replay.game.at();
        if (!at || at.ply >= at.plies) replay.play();
        else replay.step(1);
      }, 700);
    }
    document.getElementById("play").setAttribute("aria-pressed", Boolean(replay.timer));
  },

  keys: {
    ArrowLeft: () => replay.step(-1), ArrowRight: () => replay.step(1),
    Home: () => replay.step(-Infinity), End: () => replay.step(Infinity),
    " ": () => replay.play(),
  },

  key(event) {
    const tag = event.target.tagName, keys = { ...replay.keys, ...replay.game.keys };
    const typed = /^(INPUT|BUTTON|A|SUMMARY)$/.test(tag) && event.key === " " ||
      /^(INPUT|SELECT|TEXTAREA)$/.test(tag);
    if (event.defaultPrevented || typed || !replay.game.at()) return;
    if (event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  },

  // A sideways swipe steps one ply.
  touch(element) {
    let from = null;
    element.addEventListener("touchstart", event => { from = event.touches[0]; },
      { passive: true });
    element.addEventListener("touchend", event => {
      if (replay.game.carries && replay.game.carries()) return;
      const to = event.changedTouches[0], x = to.clientX - from.clientX;
      if (Math.abs(x) > 40 && Math.abs(x) > Math.abs(to.clientY - from.clientY)) {
        replay.step(x < 0 ? 1 : -1);
      }
    });
  },

  start(game) {
    const $ = id => document.getElementById(id);
    replay.game = game;
    $("first").onclick = replay.keys.Home;
    $("back").onclick = replay.keys.ArrowLeft;
    $("play").onclick = replay.play;
    $("next").onclick = replay.keys.ArrowRight;
    $("last").onclick = replay.keys.End;
    $("ply").oninput = () => game.go(Number($("ply").value));
    $("moves").addEventListener("click", event => {
      const item = event.target.tagName === "BUTTON" && event.target.closest("li");
      if (item) game.go([...item.parentElement.children].indexOf(item) + 1);
    });
    document.addEventListener("keydown", replay.key);
    replay.touch($("board"));
  },
};
