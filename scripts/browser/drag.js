// drag.js: dragging things onto the board with a mouse or a finger: pieces and tiles from beside
// it, and things on a cell that can move to other cells. A second finger flips a dragged piece, the
// wheel turns it. With a chosen piece, a finger moving over the board shows what the piece would
// cover.

const $ = id => document.getElementById(id);
const FAR = 8;     // pixels; a shorter movement is a click
const ABOVE = 48;  // pixels from a finger, which would hide the thing
const PAUSE = 150; // milliseconds between two turns of the wheel

export class Drag {
  constructor(choosing) {
    this.choosing = choosing;
    this.held = null; // { id, x, y, token or cell or neither, carries, ready, picture }
    this.ended = -Infinity; // the time of the last release
    this.turned = 0;
    const area = $("replay");
    area.addEventListener("pointerdown", event => this.down(event));
    area.addEventListener("pointermove", event => this.move(event));
    area.addEventListener("pointerup", event => this.up(event));
    area.addEventListener("pointercancel", event => this.cancel(event));
    area.addEventListener("click", event => {
      if (event.timeStamp - this.ended < 50) event.stopPropagation();
    }, true);
    area.addEventListener("touchmove", event => {
      // Otherwise the page would scroll: parts of pictures have no touch-action in Chromium.
      if (this.held && event.cancelable) event.preventDefault();
    }, { passive: false });
    $("board").addEventListener("wheel", event => this.wheel(event), { passive: false });
  }

  // Is something being dragged, or was it just now?
  carries() {
    return Boolean(this.held && this.held.carries) || performance.now() - this.ended < 50;
  }

  // The thing to drag from an element; null: none.
  source(target, finger) {
    const { pick } = this.choosing, button = target.closest("#things button");
    if (!pick) return null;
    if (button) return /^(piece|tile)$/.test(button.dataset.group) ? { ...button.dataset } : null;
    const { cell } = target.dataset;
    if (!cell || !$("board").contains(target)) return null;
    if (pick.cells[cell] && pick.cells[cell].more) return { cell };
    return finger && this.choosing.cells.is_wide() ? {} : null;
  }

  down(event) {
    const { held } = this, finger = event.pointerType === "touch";
    if (held && held.carries && event.pointerId !== held.id) this.choosing.turn("f");
    if (held || event.button !== 0) return;
    const source = this.source(event.target, finger);
    if (source) {
      const { pointerId: id, clientX: x, clientY: y } = event;
      this.held = { ...source, id, x, y, finger };
    }
  }

  begin() {
    const { held, choosing } = this;
    held.carries = true;
    $("replay").setPointerCapture(held.id);
    const top = held.cell && choosing.cells.top(held.cell);
    if (held.token) held.ready = choosing.lift(held.token);
    else if (held.cell) held.ready = choosing.take(held.cell);
    this.draw(top || held.token && choosing.picture(held.token));
  }

  // Redraws the dragged piece after a turn or flip.
  refresh() {
    const { held, choosing } = this;
    const chosen = held && held.carries && held.token &&
      choosing.pick && choosing.pick.things.find(each => each.selected && each.group !== "turn");
    if (!chosen) return;
    this.draw(choosing.picture(chosen.token));
    choosing.cells.ghost(this.target());
  }

  // Shows the dragged thing at its size on the board.
  draw(picture) {
    $("carried").hidden = !picture;
    if (!picture) return;
    const { width, height } = picture.viewBox.baseVal;
    const cell = this.choosing.cells.size() / (picture.matches(".piece") ? 1 : 100);
    picture.setAttribute("width", cell * width);
    picture.setAttribute("height", cell * height);
    $("carried").replaceChildren(picture);
  }

  move(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    const { clientX: x, clientY: y } = event;
    if (!held.carries && Math.hypot(x - held.x, y - held.y) < FAR) return;
    if (!held.carries) this.begin();
    [held.x, held.y] = [x, y];
    const up = this.above();
    $("carried").style.transform = `translate(${x}px, ${y - up}px) translate(-50%, -50%)`;
    this.choosing.cells.ghost(this.target());
  }

  above() { return this.held.finger && (this.held.token || this.held.cell) ? ABOVE : 0; }

  // The cell that the thing would take at its present place.
  target() {
    const { cells } = this.choosing;
    const at = document.elementFromPoint(this.held.x, this.held.y - this.above());
    const name = at && $("board").contains(at) ? at.dataset.cell : undefined;
    return name && (cells.aim(name) || cells.near(name));
  }

  async up(event) {
    const { held, choosing } = this;
    if (!held || event.pointerId !== held.id) return;
    if (!held.carries) {
      this.held = null;
      return;
    }
    this.ended = event.timeStamp;
    $("carried").hidden = true;
    await held.ready;
    const target = this.target();
    this.held = null;
    const entry = choosing.pick && target !== held.cell && choosing.pick.cells[target];
    if (!held.token && !held.cell) {
      choosing.cells.tapped = null; // it is shown, and placed with the next tap
      if (entry) choosing.cells.touch(target);
    } else if (entry) {
      choosing.take(target);
    } else {
      choosing.cells.ghost();
      if (held.cell) choosing.drop();
    }
  }

  cancel(event) {
    if (!this.held || event.pointerId !== this.held.id) return;
    this.held = null;
    $("carried").hidden = true;
    this.choosing.cells.ghost();
  }

  wheel(event) {
    const { pick } = this.choosing, soon = event.timeStamp - this.turned < PAUSE;
    if (!(pick && pick.turns) || event.deltaY === 0 || event.ctrlKey) return;
    event.preventDefault();
    if (soon) return;
    this.turned = event.timeStamp;
    this.choosing.turn(event.deltaY > 0 ? "r" : "l");
  }
}
