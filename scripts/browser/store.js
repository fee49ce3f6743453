// store.js: what this device keeps: the last game, the levels that were beaten, the history of
// the prompt. A browser may keep nothing, or something broken: then there is none of it.

// The value of a name where it `fits`, else `otherwise`.
export function get(name, fits, otherwise) {
  try {
    const value = JSON.parse(localStorage.getItem("tesela." + name));
    return fits(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

export function set(name, value) {
  try {
    localStorage.setItem("tesela." + name, JSON.stringify(value));
  } catch { /* the browser keeps nothing */ }
}
