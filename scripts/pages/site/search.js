// The manual of tesela as a site: its search, over INDEX (index.js), a list of
// [address, heading, page, text]. It works from a folder, without a server.

// How well an entry fits: 0 not at all; a heading counts more than the text.
function fit(entry, words) {
  var heading = entry[1].toLowerCase(), text = (entry[2] + " " + entry[3]).toLowerCase();
  var sum = 0;
  for (var i = 0; i < words.length; i++) {
    var word = words[i];
    if (heading === word) sum += 8;
    else if (heading.split(/[^a-z0-9_]+/).indexOf(word) >= 0) sum += 4;
    else if (heading.indexOf(word) >= 0) sum += 2;
    else if (text.indexOf(word) >= 0) sum += 1;
    else return 0;
  }
  return sum;
}

// The entries that have all words of a query, those that fit best first.
function find(index, query) {
  var words = query.toLowerCase().split(/\s+/).filter(Boolean), found = [];
  if (words.length === 0) return [];
  index.forEach(function (entry, place) {
    var sum = fit(entry, words);
    if (sum > 0) found.push({ entry: entry, sum: sum, place: place });
  });
  found.sort(function (a, b) { return b.sum - a.sum || a.place - b.place; });
  return found.slice(0, 30).map(function (each) { return each.entry; });
}

// What stands around the first word of a query in a text.
function around(text, query) {
  var at = text.toLowerCase().indexOf(query.toLowerCase().split(/\s+/)[0]);
  var from = Math.max(0, at - 60);
  return (from > 0 ? "... " : "") + text.slice(from, from + 160);
}

function show(list, query, place) {
  place.textContent = "";
  list.forEach(function (entry) {
    var link = document.createElement("a"), small = document.createElement("small");
    link.href = entry[0];
    link.textContent = entry[1] === entry[2] ? entry[1] : entry[1] + " (" + entry[2] + ")";
    small.textContent = around(entry[3], query.trim());
    link.appendChild(small);
    place.appendChild(link);
  });
  if (list.length === 0 && query.trim()) place.textContent = "Nothing is found.";
}

if (typeof document !== "undefined") {
  var field = document.getElementById("query");
  field.addEventListener("input", function () {
    show(find(INDEX, field.value), field.value, document.getElementById("found"));
  });
  document.getElementById("found").addEventListener("click", function () {
    field.value = "";
    show([], "", document.getElementById("found"));
  });
}
