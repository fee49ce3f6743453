// prompt.js: the prompt of the program in a pane of the page.

import * as store from "./store.js";

const { make } = replay;
const $ = id => document.getElementById(id);
const MOST = 200; // lines of history

function is_history(value) {
  return Array.isArray(value) && value.every(line => typeof line === "string");
}

export class Prompt {
  // `run` sends { do: "eval" } and `complete` { do: "complete" }; they return null if stopped.
  constructor(run, complete) {
    this.run = run;
    this.complete = complete;
    this.history = store.get("history", is_history, []);
    this.at = this.history.length;
    this.used = false;
    $("code").onkeydown = event => this.key(event);
    $("code").oninput = () => this.fit();
    $("run").onclick = () => this.enter();
  }

  fit() {
    $("code").rows = $("code").value.split("\n").length;
    $("offers").textContent = "";
  }

  set(text) {
    $("code").value = text;
    this.fit();
  }

  // Appends text of a kind (in, out, bad).
  say(text, kind = "out") {
    const last = $("log").lastElementChild;
    if (kind === "out" && last && last.className === "out") last.append(text);
    else $("log").append(make("pre", text, { class: kind }));
    while ($("log").children.length > 500) $("log").firstElementChild.remove();
    $("log").scrollTop = $("log").scrollHeight;
  }

  picture(svg) {
    const holder = make("div");
    replay.picture(holder, svg, "Board");
    $("log").append(holder);
    $("log").scrollTop = $("log").scrollHeight;
  }

  async enter() {
    const code = $("code").value;
    if (code.trim() === "" || $("code").readOnly) return;
    $("code").readOnly = true;
    const reply = await this.run(code);
    $("code").readOnly = false;
    if (!reply) return; // the typed text is kept
    if (reply.more) {
      this.set(code + "\n");
      return;
    }
    this.set("");
    if (this.history.at(-1) !== code) this.history.push(code);
    this.history = this.history.slice(-MOST);
    this.at = this.history.length;
    store.set("history", this.history);
  }

  // Shows the reply to input that was run.
  show(reply) {
    this.used = true;
    if (reply.shown) this.say(reply.shown + "\n");
    if (reply.error) this.say(reply.error, "bad");
    for (const svg of reply.pictures || []) this.picture(svg);
  }

  async tab() {
    const field = $("code"), end = field.selectionStart, text = field.value;
    const begin = text.lastIndexOf("\n", end - 1) + 1;
    const found = await this.complete(text.slice(begin, end));
    if (!found || found.list.length === 0 || field.value !== text) return;
    const { from, list } = found;
    let common = list[0];
    for (const each of list) while (!each.startsWith(common)) common = common.slice(0, -1);
    field.setRangeText(common, begin + from, end, "end");
    this.fit();
    if (list.length > 1) $("offers").textContent = list.slice(0, 60).join("  ");
  }

  // Replaces the input with another of the history, if the cursor is in its first or last line.
  recall(step) {
    const field = $("code"), { value, selectionStart: at } = field;
    if (step < 0 ? value.lastIndexOf("\n", at - 1) >= 0 : value.indexOf("\n", at) >= 0) return false;
    const to = this.at + step;
    if (to < 0 || to > this.history.length) return false;
    this.at = to;
    this.set(this.history[to] ?? "");
    field.setSelectionRange(field.value.length, field.value.length);
    return true;
  }

  key(event) {
    const plain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
    if (event.isComposing) return;
    if (event.key === "Escape") this.leaving = true;
    else if (event.key === "Enter" && plain) this.enter();
    else if (event.key === "Tab" && plain && !this.leaving && $("code").value.trim()) this.tab();
    else if (event.key === "ArrowUp" && plain && this.recall(-1)) { /* done */ }
    else if (event.key === "ArrowDown" && plain && this.recall(1)) { /* done */ }
    else {
      this.leaving = false;
      return;
    }
    if (event.key !== "Escape") event.preventDefault();
  }
}
