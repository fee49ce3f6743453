// address.js: a game in the address of the page, "#mixtour?set=win_score=3&moves=b2+c3". It has the
// contents of the request "open", and the sources of the added files that the game needs.

// The request that reopens a game at its last position; the game must not be `only_here`.
export function request_of(position) {
  const { game, options, seed, players, notes } = position;
  if (position.record) return { do: "record", text: position.record, players };
  return { do: "open", game, options, seed, players, notes,
    moves: position.moves.map(move => move.text) };
}

// The same game again, from its beginning.
export function once_more(position) {
  const { game, options, players } = position;
  return { do: "open", game, options, players };
}

export function write(request, files) {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(request.options || {})) {
    fields.append("set", `${name}=${value}`);
  }
  if (request.seed !== undefined) fields.append("seed", request.seed);
  fields.append("players", request.players.join(" "));
  if (request.text) fields.append("record", request.text);
  if (request.moves && request.moves.length > 0) fields.append("moves", request.moves.join(" "));
  for (const [ply, note] of Object.entries(request.notes || {})) {
    fields.append("note", `${ply} ${note}`);
  }
  for (const { name, text } of files) {
    fields.append("file", name);
    fields.append("source", text);
  }
  const readable = { "%2C": ",", "%3A": ":", "%40": "@", "%3D": "=", "%2F": "/" };
  return (request.game || "") + "?" +
    fields.toString().replace(/%(2C|3A|40|3D|2F)/g, code => readable[code]);
}

// Decodes text of an address; invalid escapes stay unchanged.
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// Text as a number if it is one, else unchanged: the receiver reports errors.
function number(text) {
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

// The text before a sign, and the text after it.
function cut(text, sign) {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

// The request in an address, and the files { name, text } that it contains.
export function read(text) {
  const [name, query] = cut(text, "?"), fields = new URLSearchParams(query);
  const players = (fields.get("players") || "human 4").split(" ").map(number);
  const names = fields.getAll("file");
  const files = fields.getAll("source").map((source, i) => ({ name: names[i] || "", text: source }));
  const record = fields.get("record");
  if (record !== null) return [{ do: "record", text: record, players }, files];
  const seed = fields.get("seed");
  return [{ do: "open", game: decoded(name), players, seed: seed === null ? undefined : number(seed),
    options: Object.fromEntries(fields.getAll("set").map(item => cut(item, "="))),
    moves: (fields.get("moves") || "").split(" ").filter(Boolean),
    notes: Object.fromEntries(fields.getAll("note").map(item => cut(item, " "))) }, files];
}
