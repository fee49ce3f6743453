// store.js: values kept on this device: the last game, the levels beaten, the history of the
// prompt. If storage is blocked, full or broken, values are their defaults.

// The stored value if it `fits`, else `otherwise`.
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
  } catch { /* the browser stores nothing */ }
}
