// cells.js: the cells of a board, over its picture: a grid for pointers, keys and screen readers.

const SVG = "http://www.w3.org/2000/svg";
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

function make(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// A piece made of squares, [column, row] each, counted from the lower left.
export function piece(squares, colour) {
  const wide = Math.max(...squares.map(at => at[0])) + 1;
  const high = Math.max(...squares.map(at => at[1])) + 1;
  return make("svg", { viewBox: `0 0 ${wide} ${high}`, width: 11 * wide, height: 11 * high,
    class: "piece", "data-colour": colour || "", "aria-hidden": "true" }, ...squares.map(([x, y]) =>
    make("rect", { x: x + 0.03, y: high - y - 0.97, width: 0.94, height: 0.94, rx: 0.12 })));
}

export class Cells {
  // `take` is called with the name of a cell that is pointed at, `say` with instructions.
  constructor(holder, take, say) {
    this.holder = holder;
    this.take = take;
    this.say = say;
    this.at = null; // the name of the cell that has the focus, or would have it
    this.over = undefined; // the name of the cell under the pointer, or with the focus
    this.finger = false;
    this.shapes = new Map();
    this.pick = { cells: {} };
    const name_of = event => event.target.dataset ? event.target.dataset.cell : undefined;
    holder.addEventListener("pointerdown", event => { this.finger = event.pointerType === "touch"; });
    holder.addEventListener("click", event => {
      const name = name_of(event);
      if (name === undefined) return;
      if (this.finger) {
        this.touch(this.aim(name) || this.near(name));
        return;
      }
      this.move(name, false);
      take(name);
    });
    holder.addEventListener("keydown", event => this.key(event));
    for (const type of ["pointerover", "focusin"]) {
      holder.addEventListener(type, event => this.ghost(name_of(event)));
    }
    for (const type of ["pointerleave", "focusout"]) {
      holder.addEventListener(type, () => this.ghost());
    }
  }

  // Places the cells of a position over the newly drawn picture.
  draw(position) {
    const picture = this.holder.firstElementChild;
    for (const child of picture.children) child.setAttribute("aria-hidden", "true");
    picture.setAttribute("role", "presentation");
    picture.removeAttribute("aria-label");
    this.cells = position.cells;
    this.dot = 6 + 1.1 * position.frame.columns; // larger if cells are small
    this.tapped = null;
    this.shapes.clear();
    const rows = new Map();
    for (const [name, cell] of Object.entries(position.cells)) {
      rows.set(cell.row, (rows.get(cell.row) || []).concat({ name, ...cell }));
    }
    const order = [...rows.keys()].sort((a, b) => b - a);
    this.grid = make("g", { role: "grid", "aria-label":
      `Board, ${position.frame.columns} columns and ${position.frame.rows} rows` },
      ...order.map(row => make("g", { role: "row" },
        ...rows.get(row).sort((a, b) => a.column - b.column)
          .map(cell => this.shape(cell, position.slanted)))));
    this.things = make("g", { "aria-hidden": "true", class: "placed" });
    this.shadow = make("g", { "aria-hidden": "true", class: "shadow" });
    picture.append(this.things, this.shadow, this.grid);
    if (!this.shapes.has(this.at)) this.at = this.shapes.keys().next().value;
  }

  shape({ name, x, y }, slanted) {
    const shape = slanted ? make("circle", { cx: x, cy: y, r: 46 })
      : make("rect", { x: x - 47, y: y - 47, width: 94, height: 94, rx: 8 });
    const cell = make("g", { role: "gridcell", tabindex: -1, "data-cell": name }, shape,
      make("circle", { cx: x, cy: y, r: this.dot, class: "dot" }));
    for (const child of cell.children) child.dataset.cell = name;
    this.shapes.set(name, cell);
    return cell;
  }

  far(one, two) {
    const from = this.cells[one], to = this.cells[two];
    return Math.hypot(to.column - from.column, to.row - from.row);
  }

  // The cell to choose when this one is pointed at: itself, or the middle of the nearest piece that
  // would cover it.
  aim(name) {
    if (this.pick.cells[name]) return name;
    return Object.keys(this.pick.cells).filter(each => this.pick.cells[each].ghost.includes(name))
      .sort((a, b) => this.far(a, name) - this.far(b, name))[0];
  }

  // A finger is imprecise: the nearest cell that can be chosen, within a short distance.
  near(name) {
    return Object.keys(this.pick.cells).filter(each => this.far(each, name) < 2.5)
      .sort((a, b) => this.far(a, name) - this.far(b, name))[0] || name;
  }

  // Would any choice cover several cells?
  is_wide() { return Object.values(this.pick.cells).some(entry => entry.ghost.length > 1); }

  // The pixels from one cell to the next.
  size() { return 100 * this.holder.firstElementChild.getScreenCTM().a; }

  // The top of a cell, as a separate picture; null if the cell is empty.
  top(name) {
    const { x, y } = this.cells[name];
    const there = [...this.holder.querySelectorAll("[data-id][transform]")].filter(each => {
      const { e, f } = each.transform.baseVal.getItem(0).matrix;
      return !each.dataset.id.startsWith("last ") && Math.abs(e - x) < 50 && Math.abs(f - y) < 60;
    });
    if (there.length === 0) return null;
    const copy = there.at(-1).cloneNode(true);
    copy.removeAttribute("transform");
    return make("svg", { viewBox: "-56 -56 112 112" }, copy);
  }

  // A piece that would cover several cells is shown at the first tap, and taken at the next.
  touch(name) {
    const entry = this.pick.cells[name], again = this.tapped === name;
    this.tapped = name;
    this.move(name, false);
    this.ghost(name);
    if (!again && entry && entry.ghost.length > 1) this.say("Tap again to place it here.");
    else this.take(name);
  }

  // Marks the cells that can be chosen, and the chosen ones; `held`: the picture of a chosen tile.
  mark(pick, chosen, focused, held) {
    this.pick = pick || { cells: {} };
    this.held = held;
    this.tapped = null;
    this.holder.classList.toggle("held", Boolean(held));
    for (const [name, cell] of this.shapes) {
      const entry = this.pick.cells[name], taken = chosen.includes(name);
      cell.setAttribute("class", `cell${entry ? " can" : ""}${taken ? " chosen" : ""}` +
        (entry && entry.more ? " more" : ""));
      cell.setAttribute("aria-label", `${name}: ${this.cells[name].words}` +
        (taken ? ", chosen" : entry ? `, ${entry.words || "can be chosen"}` : ""));
      cell.setAttribute("aria-selected", taken);
    }
    const can = Object.keys(this.pick.cells);
    if (!focused && can.length > 0 && !this.pick.cells[this.at]) this.at = can[0];
    this.move(this.at, focused);
    this.ghost(this.over);
  }

  // Places a small picture (an svg) on a cell.
  place(name, picture, group = this.things) {
    const { x, y } = this.cells[name];
    for (const [key, value] of Object.entries({ x: x - 50, y: y - 50, width: 100, height: 100 })) {
      picture.setAttribute(key, value);
    }
    group.append(picture);
  }

  // Makes a cell the target of the keys, and gives it the focus if `focus`.
  move(name, focus = true) {
    const before = this.shapes.get(this.at), cell = this.shapes.get(name);
    if (before) before.setAttribute("tabindex", -1);
    if (!cell) return;
    this.at = name;
    cell.setAttribute("tabindex", 0);
    if (focus) cell.focus({ preventScroll: true });
  }

  ghost(name) {
    this.over = name;
    const at = name !== undefined && this.cells[name] && this.aim(name);
    const covered = at ? this.pick.cells[at].ghost : [];
    for (const [each, cell] of this.shapes) {
      cell.classList.toggle("ghost", covered.includes(each));
    }
    if (!this.shadow) return;
    this.shadow.replaceChildren();
    if (at && this.held) this.place(at, this.held, this.shadow);
  }

  // The next cell in a direction; across holes, but not across the edge.
  step(dx, dy) {
    const from = this.cells[this.at];
    let best = null, least = Infinity;
    for (const [name, cell] of Object.entries(this.cells)) {
      const x = cell.column - from.column, y = cell.row - from.row;
      const along = x * dx + y * dy;
      if (along > 0 && along < least && x * dy === 0 && y * dx === 0) [best, least] = [name, along];
    }
    return best;
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.holder.contains(event.target)) return;
    const can = [...this.shapes.keys()].filter(name => this.pick.cells[name]);
    const step = STEPS[event.key], at = can.indexOf(this.at);
    let to = null;
    if (step) to = this.step(...step);
    else if (event.key === "PageDown") to = can[(at + 1) % can.length];
    else if (event.key === "PageUp") to = can.at(at > 0 ? at - 1 : -1);
    else if (event.key === "Enter" || event.key === " ") this.take(this.at);
    else return;
    event.preventDefault();
    if (to) this.move(to);
  }
}
