// page.js: the list of games of a tournament, sorted and filtered, and each game ply by ply.
// Foreign content is set as text, except the drawings, which tesela made.
"use strict";

const SHOWN = 50; // games listed at a time; all when printed
const paper = matchMedia("print");
const $ = id => document.getElementById(id);
const make = replay.make;
const view = { first: 0, key: "number", down: false, ply: 0 };
let index, games;

// ---- the list ----

function who(game) { return game.players.map(bot => index.bots[bot]).join(" – "); }

function outcome(game) {
  const first = game.places.map((place, seat) => place === 1 ? game.players[seat] : -1)
    .filter(bot => bot >= 0);
  return first.length > 1 ? "draw" : index.bots[first[0]] ?? "";
}

const columns = [
  ["number", "Game", game => game.number],
  ["players", "Players by seat", who],
  ["first", "First", outcome],
  ["scores", "Scores", game => game.scores.join(" : ")],
  ["reason", "Ending", game => index.reasons[game.reason]],
  ["plies", "Plies", game => game.plies],
  ["seconds", "Seconds", game => game.seconds],
];

function value(game, key) { return columns.find(column => column[0] === key)[2](game); }

function compare(a, b) {
  const one = value(a, view.key), two = value(b, view.key);
  const order = typeof one === "number" ? one - two : String(one).localeCompare(String(two));
  return (view.down ? -order : order) || a.number - b.number;
}

// The games that pass all filters.
function chosen() {
  const one = $("bot-a").value, two = $("bot-b").value, reason = $("reason").value;
  const plays = (game, bot) => bot === "" || game.players.includes(Number(bot));
  return games.filter(game => plays(game, one) && plays(game, two) &&
    (reason === "" || game.reason === Number(reason))).sort(compare);
}

// The class of text columns.
function words(key) { return ["players", "first", "reason"].includes(key) ? "l" : ""; }

function row(game) {
  const line = make("tr");
  for (const [key, , of] of shown()) {
    const cell = make("td", undefined, { class: words(key) });
    if (key === "number") cell.append(make("a", game.number, { href: "#g" + game.number }));
    else cell.textContent = of(game) ?? "";
    line.append(cell);
  }
  return line;
}

function shown() {
  return columns.filter(column => column[0] !== "seconds" || index.timed);
}

function list() {
  const found = chosen();
  view.first = Math.max(0, Math.min(view.first, found.length - 1));
  view.first -= view.first % SHOWN;
  const last = Math.min(view.first + SHOWN, found.length);
  $("rows").replaceChildren(...(paper.matches ? found : found.slice(view.first, last)).map(row));
  $("count").textContent = found.length === 0 ? "no game"
    : `${view.first + 1} to ${last} of ${found.length}`;
  $("before").disabled = view.first === 0;
  $("after").disabled = last === found.length;
  for (const cell of $("columns").children) {
    cell.setAttribute("aria-sort", cell.dataset.key !== view.key ? "none"
      : view.down ? "descending" : "ascending");
  }
}

function sort(key) {
  view.down = view.key === key && !view.down;
  view.key = key;
  list();
}

function options(select, names) {
  names.forEach((name, i) => select.append(make("option", name, { value: i })));
}

function filter(one, two) {
  $("bot-a").value = one;
  $("bot-b").value = two;
  $("reason").value = "";
  view.first = 0;
  list();
  $("games").scrollIntoView();
}

function start_list() {
  for (const [key, title] of shown()) {
    const cell = make("th", undefined, { scope: "col", "data-key": key, class: words(key) });
    const button = make("button", title, { type: "button" });
    button.onclick = () => sort(key);
    cell.append(button);
    $("columns").append(cell);
  }
  options($("bot-a"), index.bots);
  options($("bot-b"), index.bots);
  options($("reason"), index.reasons);
  paper.onchange = list;
  for (const id of ["bot-a", "bot-b", "reason"]) $(id).onchange = () => { view.first = 0; list(); };
  $("before").onclick = () => { view.first -= SHOWN; list(); };
  $("after").onclick = () => { view.first += SHOWN; list(); };
  for (const cell of document.querySelectorAll("[data-a]")) {
    cell.onclick = event => {
      event.preventDefault();
      filter(cell.dataset.a, cell.dataset.b);
    };
  }
  list();
}

// ---- a game ----

const chunks = {};

// The data of a game, with its positions; null if it is not in the page.
async function load(game) {
  const place = games.indexOf(game), number = Math.floor(place / index.chunk);
  if (place >= index.replayed) return null;
  board.book = board.book || (await board.read("book"))[0];
  if (!chunks[number]) {
    const [details, bytes] = await board.read("games-" + number);
    const drawings = board.block(details, bytes);
    chunks[number] = details.games.map((detail, i) =>
      Object.assign(detail, { drawing: drawings[i] }));
  }
  const detail = chunks[number][place % index.chunk];
  return detail.lost ? null : detail;
}

function player(ply) {
  const seat = Number(view.detail.seats[ply]) - 1;
  return `${view.detail.names[seat]} (${index.bots[view.game.players[seat]]})`;
}

const percent = x => (100 * x).toFixed(0) + " %";

// Other facts about a move.
function about(ply) {
  const detail = view.detail, words = [], at = name => detail[name] && detail[name][ply - 1];
  if (typeof at("values") === "number") words.push(`value ${percent(at("values"))}`);
  if (typeof at("seconds") === "number") words.push(`${at("seconds")} s`);
  if (typeof at("clock") === "number") words.push(`clock ${at("clock")} s`);
  if (detail.chances && detail.chances[ply]) {
    words.push("chances " + detail.chances[ply].map(percent).join(" : "));
  }
  return words.join(", ");
}

// The curve of the first seat's chance, or of each seat's, over the game.
function curve() {
  const detail = view.detail, seats = view.game.players.length, plies = detail.moves.length;
  const lines = [];
  for (let seat = 1; seat <= (detail.chances && seats === 2 ? 1 : seats); seat++) {
    const values = [];
    for (let ply = 0; ply <= plies; ply++) {
      values.push(detail.chances ? detail.chances[ply] && detail.chances[ply][seat - 1]
        : ply > 0 && Number(detail.seats[ply - 1]) === seat && detail.values
          ? detail.values[ply - 1] : null);
    }
    lines.push({ seat, values });
  }
  replay.curve(lines, view.ply, plies);
}

// A bot's peak memory, if known.
function memory(seat) {
  const kb = view.detail.memory && view.detail.memory[seat];
  return typeof kb === "number" ? `, ${(kb / 1024).toFixed(1)} MB` : "";
}

function heading() {
  const game = view.game;
  $("title").textContent = `Game ${game.number}`;
  $("versus").replaceChildren(...game.players.map((bot, seat) => make("span",
    `${view.detail.names[seat]}: ${index.bots[bot]}` + (game.places.length === 0 ? ""
      : `, place ${game.places[seat]}, score ${game.scores[seat]}`) + memory(seat))));
  $("ended").textContent = `${index.reasons[game.reason]} after ${game.plies} ` +
    (game.plies === 1 ? "ply" : "plies") +
    (view.detail.message ? ": " + view.detail.message : "");
}

function moves() {
  const detail = view.detail;
  replay.list(detail.moves.map((text, i) => ({ text, seat: detail.seats[i],
    noted: detail.notes && detail.notes[i + 1], href: `#g${view.game.number}p${i + 1}` })));
}

function said() {
  const ply = view.ply, detail = view.detail;
  if (ply === 0) return "Start";
  return `${ply}. ${player(ply - 1)}: ${detail.moves[ply - 1]}`;
}

function show() {
  const ply = view.ply, detail = view.detail;
  replay.show({ ply, plies: detail.moves.length, svg: board.svg(detail.drawing, ply),
    boxes: board.boxes(detail.drawing, ply), words: board.words(detail.drawing, ply),
    said: said(), about: ply > 0 ? about(ply) : "", note: detail.notes && detail.notes[ply] || "" });
  curve();
}

// Goes to a ply of the open game, and updates the address.
function go(ply) {
  if (!view.detail) return;
  const to = Math.max(0, Math.min(ply, view.detail.moves.length));
  history.replaceState(null, "", `#g${view.game.number}p${to}`);
  view.ply = to;
  show();
}

function close_game() {
  if (replay.timer) replay.play();
  view.game = view.detail = null;
  $("replay").hidden = true;
}

function leave() {
  close_game();
  history.replaceState(null, "", "#games");
  $("games").scrollIntoView();
}

async function open_game(number, ply) {
  const game = games.find(each => each.number === number);
  if (!game) return;
  const detail = await load(game), fresh = view.game !== game;
  if (!detail) {
    close_game();
    $("missing").textContent = `Game ${number} is not in this page.`;
    return;
  }
  if (replay.timer && fresh) replay.play();
  $("missing").textContent = "";
  Object.assign(view, { game, detail });
  $("replay").hidden = false;
  if (fresh) {
    heading();
    moves();
  }
  view.ply = Math.max(0, Math.min(ply ?? 0, detail.moves.length));
  show();
  if (fresh) {
    $("replay").scrollIntoView();
    $("title").focus();
  }
}

// Opens the game and ply in the address: #g12p30.
function follow_address() {
  const found = location.hash.match(/^#g(\d+)(?:p(\d+))?$/);
  if (found) open_game(Number(found[1]), found[2] && Number(found[2]));
}

// Opens the next game in the sorted and filtered list.
function neighbour(step) {
  const found = chosen(), next = found[found.indexOf(view.game) + step];
  if (next) location.hash = "#g" + next.number;
}

function start_game() {
  replay.start({ go, at: () => view.detail && { ply: view.ply, plies: view.detail.moves.length },
    keys: { Escape: leave, "[": () => neighbour(-1), "]": () => neighbour(1) } });
  $("close").onclick = leave;
  window.addEventListener("hashchange", follow_address);
  follow_address();
}

// ---- the page ----

// The game in a row of the list.
function game_of(row) {
  const [number, players, places, scores, reason, plies, seconds] = row;
  return { number, players, places, scores, reason, plies, seconds };
}

async function start() {
  index = (await board.read("index"))[0];
  const lists = Array.from({ length: index.lists }, (_, i) => board.read("list-" + i));
  games = (await Promise.all(lists)).flatMap(([rows]) => rows.map(game_of));
  start_list();
  start_game();
  document.body.dataset.ready = "yes";
}

start();
