// keys.js: every key, in one table: what the page does and what `?` shows.

export const keys = [
  ["2 3 4 5", "grade the site"],
  ["7 8 9 0", "grade the page: N−S− N+S− N−S+ N+S+"],
  ["1 2 3 4 5", "where a search lost the page: the class of the loss"],
  ["l L", "next and previous loss of the page"],
  ["h n f a", "with a partner: header, navigation, footer, advertising alike"],
  ["z", "undo"],
  ["w y", "skip the page, or unsure about it"],
  ["g G", "comment on the page, on the site"],
  ["j k", "next and previous page"],
  ["J K", "next and previous site"],
  ["u", "all sites"],
  ["/", "search"],
  ["m M", "next and previous method"],
  ["c", "compare with the next method, or stop"],
  ["x", "shaded, hidden, only boilerplate"],
  ["b", "with or without the page's own styles"],
  ["[ ]", "lighter and darker shade"],
  [", .", "previous and next block"],
  ["d", "correct the selected text, or the chosen block"],
  ["p", "partner page beside"],
  ["v", "visual blocks (VIPS) with their DoC"],
  ["+ −", "finer and coarser visual blocks"],
  ["s", "text, Markdown, blocks, about"],
  ["t", "template of the site"],
  ["r", "report"],
  ["?", "these keys"],
  ["Esc", "close, or let go"],
];

// --- other keys ---------------------------------------------------------------

// What the grader chose: `off` for none at all, `to` for a key in another's place
// ("j" -> "n" means: n does what j is for, and j nothing).
const chosen = read();

function read() {
  try {
    return { off: false, to: {}, ...JSON.parse(localStorage.getItem("pith-keys")) };
  } catch {
    return { off: false, to: {} };
  }
}

function keep() {
  localStorage.setItem("pith-keys", JSON.stringify(chosen));
}

export function keysAreOff() {
  return chosen.off;
}

export function turnKeys(off) {
  chosen.off = off;
  keep();
}

// The key that a grader presses for what `key` is for.
export function keyFor(key) {
  return chosen.to[key] ?? key;
}

export function changeKey(key, other) {
  if (other === "" || other === key) delete chosen.to[key];
  else chosen.to[key] = other;
  keep();
}

// The key of the table that a press means; "" when it means none.
export function meaning(pressed) {
  const moved = Object.entries(chosen.to).find(([, to]) => to === pressed);
  if (moved) return moved[0];
  return pressed in chosen.to ? "" : pressed;
}

// Whether a key press belongs to a field that is being filled in.
export function isTyping(event) {
  const target = event.target;
  return target.matches?.("input:not([type=range]):not([type=checkbox]), " +
    "textarea, select") || event.ctrlKey && event.key !== "z" ||
    event.metaKey || event.altKey;
}
