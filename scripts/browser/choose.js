// choose.js: the available games, and the dialog for options and players.

const { make } = replay;
const $ = id => document.getElementById(id);
const PICTURES = ["mixtour", "blokus", "losetas", "qwirkle"]; // files beside the page
const FIRST_LEVEL = 4;

// The address of a file beside this one.
const beside = name => new URL(name, import.meta.url).href;

// Shows all games; `take` is called with the chosen one, `beaten` has the beaten levels by game.
export function show_games(games, beaten, take) {
  const item = game => {
    const button = make("button", undefined, { type: "button", "data-game": game.name });
    button.append(make("strong", game.title));
    if (PICTURES.includes(game.name)) {
      button.prepend(make("img", undefined, { src: beside(`pictures/${game.name}.svg`), alt: "" }));
      button.append(make("span", game.summary));
    } else {
      button.append(make("code", game.name));
    }
    if (beaten[game.name]) {
      button.append(make("small", `you have beaten level ${beaten[game.name]}`));
    }
    button.onclick = () => take(game);
    return button;
  };
  const [first, others] = [true, false].map(pictured =>
    games.filter(game => PICTURES.includes(game.name) === pictured).map(item));
  $("cards").replaceChildren(...first);
  $("others").replaceChildren(...others.map(button => {
    const entry = make("li");
    entry.append(button);
    return entry;
  }));
}

// A select of [value, text] pairs.
function select(pairs, value, attributes) {
  const element = make("select", undefined, attributes);
  element.append(...pairs.map(([each, text]) => make("option", text, { value: each })));
  element.value = value;
  return element;
}

// The field for an option: its words or its range, with its description.
function field(option) {
  const id = "option-" + option.name, about = { id, "aria-describedby": id + "-doc" };
  const input = option.words
    ? select(option.words.map(word => [word, word]), option.default, about)
    : make("input", undefined, { ...about, value: option.default,
      ...(option.min === undefined ? { placeholder: option.range }
        : { type: "number", min: option.min, max: option.max, required: "" }) });
  const row = make("p");
  row.append(make("label", option.name.replaceAll("_", " "), { for: id }), input,
    make("span", option.doc, { id: id + "-doc", class: "soft" }));
  return row;
}

// The options that differ from their defaults.
function options_of(game) {
  const chosen = {};
  for (const option of game.options) {
    const { value } = $("option-" + option.name);
    if (value !== String(option.default)) chosen[option.name] = value;
  }
  return chosen;
}

// The possible players of a seat: a person, a bot of the program, or an added bot. The bot added
// last is the default opponent.
function seat_fields(names, bots) {
  const players = [["human", "person"], ["bot", "bot"], ...bots.map(bot => ["file " + bot, bot])];
  return names.map((name, seat) => {
    const label = make("label", name + " ");
    label.append(select(players, seat === 0 ? "human" : players.at(bots.length > 0 ? -1 : 1)[0]));
    return label;
  });
}

// The chosen player, as the request "open" expects it.
function player_of(value, level) {
  if (value === "human") return value;
  return value === "bot" ? level : value.slice("file ".length);
}

// Calls f when a dialog that is about to be shown has been closed. (The event comes late: if the
// dialog is open again, the event is from an earlier closing.)
function when_closed(dialog, f) {
  dialog.onclose = () => { if (!dialog.open) f(); };
}

// Asks how to play a game, and opens it. Returns its position, or null. `ask` sends requests,
// `bots` are the names of added bots.
export async function set_up(ask, game, bots) {
  const dialog = $("setup"), form = dialog.querySelector("form");
  const seats = () => [...$("seats").querySelectorAll("select")];
  const wrong = error => { $("wrong").textContent = error.message; };
  const fill = async () => {
    const { names } = await ask({ do: "rules", game: game.name, options: options_of(game) });
    const before = seats().map(seat => seat.value);
    $("wrong").textContent = "";
    if (names.length === before.length) return;
    $("seats").replaceChildren($("seats").firstElementChild, ...seat_fields(names, bots));
    seats().forEach((seat, i) => { seat.value = before[i] ?? seat.value; });
  };
  $("setup-title").textContent = game.title;
  $("summary").textContent = game.summary;
  $("options").replaceChildren(...game.options.map(field));
  $("seats").replaceChildren($("seats").firstElementChild);
  $("level").replaceChildren(...Array.from({ length: game.levels }, (_, i) => make("option",
    `${i + 1}${i === 0 ? ", the weakest" : i === game.levels - 1 ? ", the strongest" : ""}`,
    { value: i + 1 })));
  $("level").value = FIRST_LEVEL;
  await fill().catch(wrong);
  return new Promise(resolve => {
    let position = null;
    $("options").onchange = () => fill().catch(wrong);
    $("leave").onclick = () => dialog.close();
    when_closed(dialog, () => resolve(position));
    form.onsubmit = async event => {
      event.preventDefault();
      const level = Number($("level").value);
      try {
        position = await ask({ do: "open", game: game.name, options: options_of(game),
          players: seats().map(seat => player_of(seat.value, level)) });
        dialog.close();
      } catch (error) {
        wrong(error);
      }
    };
    dialog.showModal();
    $("begin").focus();
  });
}

// Foreign text made visible: invisible characters, and those that change the order of letters, are
// written as numbers.
export function clean(text) {
  return text.replace(/\r\n?/g, "\n").replace(/[^\P{C}\n\t]/gu, letter =>
    `\\u{${letter.codePointAt(0).toString(16)}}`);
}

// Asks a question, about foreign text if there is any; was the answer yes?
export function question(title, because, source, yes) {
  const dialog = $("ask");
  $("question").textContent = title;
  $("because").textContent = because;
  $("source").textContent = clean(source || "");
  $("source").hidden = !source;
  $("no").hidden = !source;
  dialog.className = source ? "" : "curtain";
  $("yes").textContent = yes;
  dialog.returnValue = "";
  dialog.showModal();
  $(source ? "no" : "yes").focus();
  return new Promise(resolve => {
    when_closed(dialog, () => resolve(dialog.returnValue === "yes"));
  });
}
