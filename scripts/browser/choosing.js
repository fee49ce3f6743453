// choosing.js: how a person chooses a move: cells of the board, things beside it, and actions on
// them. tesela decides what can be chosen next, and how it is described.

import { Cells, piece } from "./cells.js";
import { Drag } from "./drag.js";

const { make } = replay;
const $ = id => document.getElementById(id);

// Disabled buttons keep their place, so that none moves under a finger, and keep the focus.
export function use(button, is) { button.setAttribute("aria-disabled", !is); }
export function is_of_use(button) { return button.getAttribute("aria-disabled") !== "true"; }

export class Choosing {
  // `page` answers pick(tokens) with tesela's reply or null, and receives play(text).
  constructor(page) {
    this.page = page;
    this.pick = this.first = null; // the next choices, and the first ones
    this.path = [];                // the cells chosen so far
    this.cells = new Cells($("board"), name => this.take(name), text => this.say(text));
    const acts = { turn: () => this.turn("r"), flip: () => this.turn("f"), drop: () => this.drop(),
      make: () => this.page.play(this.pick.move) };
    for (const [id, f] of Object.entries(acts)) {
      $(id).onclick = () => { if (is_of_use($(id))) f(); };
    }
    $("things").onclick = event => {
      const button = event.target.closest("button");
      if (button) this.press(button.dataset.token);
    };
    this.drag = new Drag(this);
  }

  // Another game is shown: forgets the things beside the old board.
  forget() {
    $("things").replaceChildren();
    $("acts").hidden = $("turn").hidden = $("flip").hidden = true;
  }

  // Shows a position's cells, and the choices there (null: none); `focused`: one of them had the
  // focus.
  show(position, pick, focused) {
    $("board").dataset.colour = position.colour;
    this.cells.draw(position);
    this.first = pick;
    this.path = [];
    this.offer(pick, focused);
  }

  // The same for a picture that was drawn again.
  again(position) {
    this.cells.draw(position);
    this.offer(this.pick, false);
  }

  say(text) { $("say").textContent = text; }

  offer(pick, focused) {
    this.pick = pick;
    const tile = pick && pick.things.find(each => each.selected && each.group === "tile");
    this.cells.mark(pick, this.path, focused, tile && this.picture(tile.token));
    this.say(pick ? pick.say : "");
    use($("things"), pick);
    if (pick) this.show_things();
    this.show_acts();
    this.drag.refresh();
    for (const { cell, tile } of pick && pick.placed || []) {
      this.cells.place(cell, this.picture("tile " + tile));
    }
  }

  show_things() {
    const inside = $("things").contains(document.activeElement);
    const { token } = document.activeElement.dataset;
    const buttons = this.pick.things.filter(thing => thing.group !== "turn")
      .map(thing => this.button(thing));
    $("things").replaceChildren(...buttons);
    if (!inside) return;
    const same = buttons.find(each => each.dataset.token === token);
    if (same) same.focus();
    else this.cells.move(this.cells.at);
  }

  show_acts() {
    const { turns = {}, chosen = [], move, words, things = [], cells = {} } = this.pick || {};
    const can = { turn: turns.r, flip: turns.f, drop: chosen.length > 0, make: move };
    for (const [id, is] of Object.entries(can)) use($(id), is);
    $("make").setAttribute("aria-label", move ? `Play ${words || move}` : "Play");
    if (things.some(each => each.squares && each.squares.length > 1)) {
      $("turn").hidden = $("flip").hidden = false;
    }
    if (things.length > 0 || Object.values(cells).some(cell => cell.more)) $("acts").hidden = false;
  }

  button(thing) {
    const lies = thing.selected && this.lying();
    const button = make("button", undefined, { type: "button", "data-token": thing.token,
      "data-group": thing.group, "aria-pressed": Boolean(thing.selected), title: thing.words,
      "aria-label": thing.words + (thing.count > 1 ? `, ${thing.count} of them` : "") });
    if (thing.svg) button.innerHTML = thing.svg;
    else if (thing.squares) button.append(piece((lies || thing).squares, thing.colour));
    else button.textContent = thing.words;
    if (thing.count > 1) button.append(make("b", thing.count));
    return button;
  }

  // The orientation of the chosen piece.
  lying() { return this.pick.things.find(each => each.group === "turn" && each.selected); }

  // The picture of a thing: an svg, or null.
  picture(token) {
    const thing = [...this.pick.things, ...this.first.things].find(each => each.token === token);
    const button = thing && this.button(thing);
    return button && button.querySelector("svg");
  }

  // Gets the choices after these tokens; plays a complete move.
  async choose(tokens) {
    const { first } = this, focused = $("board").contains(document.activeElement);
    const next = tokens.length === 0 ? first : await this.page.pick(tokens);
    if (!next || first !== this.first) return;
    const open = Object.keys(next.cells).length > 0 || next.things.some(thing => !thing.before);
    if (next.move && !open) {
      await this.page.play(next.move);
      return;
    }
    if (tokens.length === 0) this.path = [];
    this.offer(next, focused);
  }

  // Takes the cell that is pointed at, or another whose piece would cover it.
  async take(name) {
    const { pick, first } = this;
    if (!pick) return;
    const at = this.cells.aim(name);
    if (this.path.includes(name)) {
      this.drop();
    } else if (at) {
      this.path.push(at);
      await this.choose([...pick.chosen, pick.cells[at].token]);
    } else if (first.cells[name]) {
      this.path = [name];
      await this.choose([first.cells[name].token]);
    } else {
      this.say(`${name} cannot be chosen now`);
    }
  }

  // A thing is pressed: a chosen one is turned, or released if it cannot turn.
  press(token) {
    const thing = this.pick && this.pick.things.find(each => each.token === token);
    if (!thing) return;
    if (!thing.selected) this.lift(token);
    else if (this.pick.turns && this.pick.turns.r) this.turn("r");
    else this.choose(thing.before || []);
  }

  // Chooses a thing, unless it is chosen already.
  async lift(token) {
    const thing = this.pick.things.find(each => each.token === token);
    if (!thing.selected) await this.choose([...(thing.before || this.pick.chosen), token]);
  }

  drop() { if (this.pick && this.pick.chosen.length > 0) this.choose([]); }

  turn(key) {
    const tokens = this.pick && this.pick.turns && this.pick.turns[key];
    if (tokens) this.choose(tokens);
  }
}
