// motion.js: things on the board glide to their new places after a move, and new ones appear.

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const TIME = { duration: 450, easing: "ease-in-out" };

function thing(board, id) { return board.querySelector(`[data-id="${CSS.escape(id)}"]`); }

// The place of a thing, in CSS.
function place(element) {
  const { e, f } = element.transform.baseVal.getItem(0).matrix;
  return `translate(${e}px, ${f}px)`;
}

// The places of all things in a picture, by their names.
export function places(board) {
  return new Map([...board.querySelectorAll("[data-id][transform]")]
    .map(each => [each.dataset.id, place(each)]));
}

// Animates the changes of a move ({ moved, came } from tesela); `before`: the earlier places.
export function animate(board, before, { moved, came }) {
  if (STILL.matches) return;
  const fresh = came.slice();
  for (const [from, to] of moved) {
    const element = thing(board, to);
    if (!before.has(from)) fresh.push(to);
    else if (element) {
      element.animate([{ transform: before.get(from) }, { transform: place(element) }], TIME);
    }
  }
  for (const id of fresh) {
    const element = thing(board, id);
    if (element) element.animate([{ opacity: 0 }, { opacity: 1 }], TIME);
  }
}
