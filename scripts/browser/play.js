// play.js: the page for playing games. The choices, their meaning and all wording come from tesela
// in the Worker (client.js); this page keeps the newest position, which is enough to reopen the
// game.

import { Client, Stopped } from "./client.js";
import { Choosing, use, is_of_use } from "./choosing.js";
import { animate, places } from "./motion.js";
import { Prompt } from "./prompt.js";
import { show_games, set_up, question, clean } from "./choose.js";
import * as address from "./address.js";
import * as store from "./store.js";

const $ = id => document.getElementById(id);
const { make } = replay;

let known;                  // { games, version }
let now = null, shown = null; // the newest position, and the one on display
let verdict = null;         // the result of an analysis
let paused = false;         // bots wait
const seen = new Map();     // positions by ply
const variants = new Map(); // files of added variants, by game
const bots = new Map();     // files of added bots, by bot
const running = new Set();  // work in progress

const client = new Client({ say: text => prompt.say(text), lost, restore,
  is_restorable: () => !(now && now.only_here) });
const choosing = new Choosing({ play, pick: chosen => ask("Looking", { do: "pick", chosen }) });
const prompt = new Prompt(evaluate, line => ask("Completing", { do: "complete", line }));

// ---- requests ----

function fail(text) { fault.show(text); }

// The Worker has ended: "Try again" reopens the game from the page's copy.
function lost(why) {
  fault.show(why, () => now && !now.only_here ? stop() : location.reload());
}

// The requests that restore files and the game; variables of the prompt are lost.
function restore() {
  if (prompt.used) prompt.say("started again: the variables of this session are lost", "bad");
  prompt.used = false;
  const files = [...variants.values(), ...bots.values()].map(file => ({ do: "bring", ...file }));
  return now && !now.only_here ? [...files, address.request_of(now)] : files;
}

function busy() {
  $("work").hidden = running.size === 0;
  const all = [...running], words = all.map(each => each.words).join(", ");
  if ($("doing").textContent !== words) $("doing").textContent = words;
  $("progress").textContent = all.map(each => each.progress || "").join(" ");
}

// Shows `words` while f works. Returns null if f is stopped or fails; a failure is reported.
async function during(words, f) {
  const work = { words };
  running.add(work);
  busy();
  try {
    return await f(work);
  } catch (error) {
    if (!(error instanceof Stopped)) fail(error.message);
    return null;
  } finally {
    running.delete(work);
    busy();
  }
}

// The reply to a request; null if there is none.
function ask(words, request, told) {
  fail("");
  return during(words, work => client.ask(request, progress => {
    work.progress = told && told(progress);
    busy();
  }));
}

// ---- positions ----

// Shows a new position of the game on the table; `fresh`: it is a different game.
async function receive(position, fresh) {
  if (!position) return;
  if (position.curtain && (!now || now.to_move !== position.to_move)) {
    await question(position.status, "Hands are hidden: others must look away.", null, "Show it");
  }
  const goes_on = !fresh && now && position.plies >= now.plies;
  if (goes_on && position.over && !now.over) keep_level(position);
  if (!goes_on || position.plies !== now.plies) {
    verdict = null;
    seen.clear(); // positions contain all moves of their game
  }
  // Keeps the reports of bots' moves since a person's last move; of one move if only bots play.
  const heard = goes_on && (position.plies === now.plies ||
    !now.person && now.players.includes("human"));
  if (!heard) $("news").replaceChildren();
  now = position;
  paused ||= Boolean(position.paused); // a bot has failed: only "Go on" lets it try again
  for (const line of position.said ? position.said.split("\n") : []) {
    $("news").append(make("p", line.trim()));
  }
  if (fresh) {
    $("choose").hidden = true;
    $("replay").hidden = false;
    shown = null;
    choosing.forget();
  }
  show(position);
  if (fresh) $("title").focus();
  remember();
  if (!position.over && !position.person && !paused) think();
}

// The files needed by the game.
function files_of({ game, players }) {
  const bot = players.find(player => bots.has(player));
  return [variants.get(game), bots.get(bot)].filter(Boolean);
}

// Puts the game into the address, if possible. The device keeps the address until the game is over.
function remember() {
  const text = now.only_here ? "" : address.write(address.request_of(now), files_of(now));
  history.replaceState(null, "", "#" + text);
  if (text) store.set("last", now.over ? "" : text);
}

// The levels beaten on this device, by game.
function beaten() {
  return store.get("beaten", value => value && typeof value === "object", {});
}

function keep_level({ game, players, winners }) {
  const seats = players.filter(player => player === "human"), levels = beaten();
  const level = players.find(Number.isInteger), winner = players[winners[0] - 1];
  if (seats.length !== 1 || winners.length !== 1 || winner !== "human") return;
  if (level > (levels[game] || 0)) store.set("beaten", { ...levels, [game]: level });
  show_games(known.games, beaten(), begin);
}

function show(position) {
  const { ply, plies, moves } = position, move = moves[ply - 1];
  const newest = ply === plies, next = shown && ply === shown.ply + 1;
  const focused = $("board").contains(document.activeElement);
  const before = next && places($("board"));
  if (!shown) hold_shape(position.svg);
  shown = position;
  seen.set(ply, position);
  $("title").textContent = document.title = position.title;
  $("status").textContent = position.status;
  $("status").classList.toggle("over", position.over);
  replay.list(moves.map((each, i) => ({ text: each.short, seat: each.seat,
    label: `${position.called[each.seat - 1]}: ${each.words}`, noted: position.notes[i + 1] })));
  const boxes = position.beside.map(box =>
    `<div class="box${box.mine ? " mine" : ""}">${box.html}</div>`);
  replay.show({ ply, plies, svg: position.svg, boxes: boxes.join(""), words: position.text,
    said: newest ? "" : move ? `${ply}. ${position.called[move.seat - 1]}: ${move.words}` : "Start",
    about: "", note: position.notes[ply] || "" });
  const person = newest && position.person;
  choosing.show(position, person ? position.pick : null, focused);
  if (position.over) choosing.forget();
  if (next && position.changes) animate($("board"), before, position.changes);
  $("replay").dataset.turn = position.over ? "over" : person ? "yes" : "no";
  $("news").hidden = !newest;
  $("hint").hidden = !newest || position.over;
  $("again").hidden = !position.over || Boolean(position.only_here);
  $("on").hidden = !(paused && newest && !position.person && !position.over);
  use($("recall"), last_own() < plies);
  $("text").value = position.notes[ply] || "";
  $("save").disabled = $("link").disabled = false;
  judge();
}

// Keeps the size of the board, even if a growing table shows more.
function hold_shape(svg) {
  const [, width, height] = svg.match(/viewBox="\S+ \S+ (\S+) (\S+)"/);
  $("board").style.aspectRatio = Math.min(Math.max(width / height, 1), 2.5);
}

// The ply after the last move of a person.
function last_own() {
  const own = now.moves.map((each, i) => now.players[each.seat - 1] === "human" ? i + 1 : 0);
  return Math.max(0, ...own);
}

// Replays the moves since the last move of a person.
async function recall() {
  if (!is_of_use($("recall"))) return;
  if (replay.timer) replay.play();
  await go(last_own());
  replay.play();
}

async function go(ply) {
  const position = ply === now.plies ? now : seen.get(ply) ||
    await ask(`Ply ${ply}`, { do: "position", ply });
  if (position && position.plies === now.plies) show(position);
}

// Shows the value curve and the verdicts on moves.
function judge() {
  const values = verdict ? verdict.values : [], count = now.seats.length;
  const lines = now.seats.slice(0, count === 2 ? 1 : count).map((_, i) => ({ seat: i + 1,
    values: values.map(each => each && each[i]) }));
  replay.curve(lines, shown.ply, now.plies);
  $("verdicts").replaceChildren(...(verdict ? verdict.verdicts : []).map(each => {
    const item = make("li"), button = make("button", each.words, { type: "button" });
    button.onclick = () => go(each.ply);
    item.append(button);
    return item;
  }));
}

// ---- moves ----

async function play(text) {
  paused = false;
  const position = await ask("Moving", { do: "move", text });
  if (!position) return;
  $("move").value = "";
  await receive(position);
}

async function think() {
  const game = now, who = now.called[now.to_move - 1];
  if (!now.players.includes("human")) await new Promise(done => setTimeout(done, 300));
  if (game !== now || paused) return;
  const position = await ask(`${who} thinks`, { do: "think" }, told =>
    `${told.seconds.toFixed(0)} s` + (told.best ? `, ${told.best}` : ""));
  if (game === now) receive(position);
}

// ---- buttons ----

async function hint() {
  const found = await ask("Looking for a move", { do: "hint" });
  if (!found || shown !== now) return;
  replay.picture($("board"), found.svg, "");
  choosing.again(now);
  $("about").textContent = found.hints[0].words;
}

async function analyse() {
  const found = await ask("Analysing", { do: "analyse" }, told => `${told.done} of ${told.of}`);
  if (!found) return;
  verdict = found;
  $("about").textContent = found.text;
  judge();
}

async function keep_note(event) {
  event.preventDefault();
  const position = await ask("Keeping", { do: "note", text: $("text").value, ply: shown.ply });
  if (!position) return;
  now.notes = position.notes;
  for (const each of seen.values()) each.notes = position.notes;
  show(shown);
  remember();
}

async function save() {
  const file = await ask("Saving", { do: "save" });
  if (!file) return;
  const link = make("a", "", { download: file.name,
    href: URL.createObjectURL(new Blob([file.text], { type: "application/json" })) });
  link.click();
  URL.revokeObjectURL(link.href);
}

async function copy_link() {
  if (now.only_here) {
    $("about").textContent = `This game has no link: ${now.only_here}.`;
    return;
  }
  try {
    await navigator.clipboard.writeText(location.href);
    $("about").textContent = "The link is copied: it contains the game, its options and its moves.";
  } catch {
    $("about").textContent = "The link is the address of this page.";
  }
}

// Gives up the current game, which cannot be restored.
function lose() {
  const why = now.only_here;
  now = shown = null;
  seen.clear();
  $("save").disabled = $("link").disabled = true;
  leave();
  fail(`Stopped; the game cannot be opened again: ${why}.`);
}

// Ends the work in progress, and reopens the game from this page's copy.
async function stop() {
  client.stop();
  paused = true;
  if (!now) return;
  if (now.only_here) {
    lose();
    return;
  }
  fail("");
  if (!await during("Opening again", () => client.begin())) return;
  show(shown);
  $("about").textContent = "Stopped; the game is as it was.";
  if ($("code").value) $("code").focus();
}

// Stops a thinking bot; true if no other work is in progress.
async function free() {
  if (now.person || now.over || paused) return running.size === 0;
  if (now.only_here) {
    fail(`A bot is choosing its move. Stopping it would end this game: ${now.only_here}.`);
    return false;
  }
  await stop();
  return now !== null;
}

function show_choice() {
  $("choose").hidden = false;
  $("replay").hidden = true;
  $("resume").hidden = !now && !last_game();
  $("resume").textContent = now ? "Back to the game" : "Continue the last game";
}

function leave() {
  paused = true;
  show_choice();
  $("choose-title").scrollIntoView({ block: "nearest" });
  const first = $("cards").querySelector("button");
  if (first) first.focus();
}

// The address of the last game on this device, or "".
function last_game() {
  return store.get("last", value => typeof value === "string", "");
}

async function begin(game) {
  if (!await during("Loading", () => client.begin())) return;
  const position = await set_up(request => client.ask(request), game, [...bots.keys()]);
  if (!position) return;
  paused = false;
  receive(position, true);
}

async function evaluate(code) {
  prompt.say(code, "in");
  const reply = await during("Running", () => client.ask({ do: "eval", code }).catch(error => {
    if (error instanceof Stopped) throw error;
    return { error: error.message };
  }));
  if (!reply) return null;
  if (reply.more) $("log").lastElementChild.remove();
  prompt.show(reply);
  if (reply.position) {
    paused = false;
    receive(reply.position, true);
  }
  return reply;
}

// Shows the rules of the game, in the manual's words.
async function tell_rules() {
  const found = await ask("Looking", { do: "about", game: now.game });
  if (!found) return;
  $("manual-title").textContent = `The rules of ${now.title}`;
  $("told").innerHTML = found.html;
  $("page").hidden = !found.page;
  $("page").href = `manual/${found.page}`;
  $("manual").showModal();
}

// Focus on a hidden or removed element moves to the board, or to the games.
let last_focused = null;

function is_there(element) {
  return element.isConnected && element.getClientRects().length > 0;
}

function keep_focus() {
  const at = document.activeElement;
  if (at === document.body ? !last_focused || is_there(last_focused) : is_there(at)) return;
  const game = $("cards").querySelector("button");
  if (!$("replay").hidden) {
    choosing.cells.move(choosing.cells.at);
  } else if (game) {
    game.focus();
  }
}

function start_focus() {
  document.addEventListener("focusin", event => { last_focused = event.target; });
  new MutationObserver(keep_focus).observe(document.body, { subtree: true, childList: true,
    attributes: true, attributeFilter: ["hidden", "disabled", "open"] });
}

// ---- files and links ----

// Asks whether to open a foreign variant or bot, and loads it. Returns { game = its row },
// { bot = its name } or null.
async function bring({ name, text }) {
  const yes = await question(`Open ${clean(name).slice(0, 80)}?`,
    "It is a program that someone wrote. It runs sandboxed, without access to files or a network.",
    text, "Open it");
  const found = yes && await ask("Loading", { do: "bring", name, text });
  if (!found) return null;
  const { game, bot } = found;
  if (bot) bots.set(bot, { name, text });
  else variants.set(game.name, { name, text });
  known.games = known.games.filter(each => !game || each.name !== game.name).concat(game || []);
  show_games(known.games, beaten(), begin);
  return found;
}

async function open_record(text, number, name) {
  const position = await ask("Opening", { do: "record", text, number, name });
  if (!position) return;
  paused = false;
  await receive(position, true);
  $("which").hidden = !(position.records > 1);
  $("count").textContent = $("number").max = position.records;
  $("number").value = number;
  $("number").onchange = () => open_record(text, Number($("number").value), name);
}

async function open_file() {
  const file = $("file").files[0];
  if (!file) return;
  const text = await during("Reading", () => file.text());
  $("file").value = "";
  if (text === null) return;
  if (!/\.lua$/i.test(file.name)) {
    open_record(text, 1, file.name);
    return;
  }
  const found = await bring({ name: file.name, text });
  if (found && found.game) begin(found.game);
  else if (found) challenge(found.bot);
}

// Offers a bot as an opponent.
function challenge(bot) {
  leave();
  $("brought").textContent = `${bot} is ready to play: choose a game and its players.`;
}

// Opens the game in the address; false if there is none.
async function open_link() {
  const text = location.hash.slice(1);
  if (!text) return false;
  const [request, files] = address.read(text), here = [...variants.values(), ...bots.values()];
  for (const file of files) {
    const is_here = here.some(each => each.name === file.name && each.text === file.text);
    if (!is_here && !await bring(file)) return false;
  }
  const position = await ask("Opening the link", request);
  if (!position) return false;
  paused = false;
  await receive(position, true);
  return true;
}

// ---- the page ----

function start_buttons() {
  const resume = () => {
    paused = false;
    if (now) receive(now, true);
    else location.hash = last_game();
  };
  const undo = async () => {
    const position = await ask("Taking back", { do: "undo" });
    paused = false;
    receive(position);
  };
  const again = async () => receive(await ask("Opening", address.once_more(now)), true);
  const on = () => { paused = false; show(now); think(); };
  const open = () => $("file").click();
  const clicks = { new: leave, resume, open, save, link: copy_link, stop, rules: tell_rules,
    recall };
  const alone = { hint, analyse, undo, again, on };
  for (const [id, f] of Object.entries(clicks)) $(id).onclick = f;
  for (const [id, f] of Object.entries(alone)) {
    $(id).onclick = async () => { if (await free()) f(); };
  }
  $("file").onchange = open_file;
  $("remark").onsubmit = keep_note;
  $("type").onsubmit = event => {
    event.preventDefault();
    if ($("move").value.trim()) play($("move").value);
  };
  replay.start({ go, at: () => now && !$("replay").hidden && !document.querySelector("dialog[open]") &&
    { ply: shown.ply, plies: now.plies },
    carries: () => choosing.drag.carries(), keys: { Escape: () => choosing.drop(),
      r: () => choosing.turn("r"), f: () => choosing.turn("f") } });
  window.addEventListener("hashchange", open_link);
}

// The shipped games, from a file that loads before tesela does.
async function read_games() {
  const reply = await fetch(new URL("games.json", import.meta.url));
  if (!reply.ok) throw new Error(`${reply.url} could not be loaded.`);
  return reply.json();
}

// Shows the games, unless a game is `linked`. Their pictures load before tesela, which is larger.
async function show_known(linked) {
  known = await read_games();
  $("version").textContent = known.version;
  show_games(known.games, beaten(), begin);
  if (linked) return;
  show_choice();
  await Promise.allSettled([...document.images].map(each => each.decode()));
}

// Opens the game in the address.
async function load() {
  const linked = location.hash.length > 1;
  await show_known(linked);
  await during("Loading", () => client.begin());
  $("prompt").hidden = false;
  if (linked && !await open_link()) show_choice();
  document.body.dataset.ready = "yes";
}

// Keeps the loaded page for offline use. A version that has waited since the last visit becomes
// active at once if no other tab has the page open.
async function keep_offline(loaded) {
  const workers = navigator.serviceWorker, before = await workers.getRegistration();
  workers.oncontrollerchange = () => location.reload();
  if (before && before.waiting) before.waiting.postMessage("begin");
  await loaded;
  await workers.register("offline.js");
}

function start() {
  start_buttons();
  start_focus();
  const loaded = load();
  if (navigator.serviceWorker) keep_offline(loaded).catch(() => {}); // it may be forbidden
}

if (typeof WebAssembly === "object") start();
else fault.end("This browser cannot run the games: they need WebAssembly.", null);
