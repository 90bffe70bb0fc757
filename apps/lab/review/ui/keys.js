// keys.js: every key, in one table: what the page does and what `?` shows.

export const keys = [
  ["2 3 4 5", "grade the site"],
  ["7 8 9 0", "grade the page: N−S− N+S− N−S+ N+S+"],
  ["1 2 3 4 5", "where a search lost the page: the class of the loss"],
  ["l L", "next and previous loss of the page"],
  ["h n f a", "with a partner: header, navigation, footer, advertising alike"],
  ["z", "undo"],
  ["g", "comment"],
  ["j k", "next and previous page"],
  ["J K", "next and previous site"],
  ["u", "all sites"],
  ["/", "search"],
  ["m M", "next and previous method"],
  ["c", "compare with the next method, or stop"],
  ["x", "shaded, hidden, only boilerplate"],
  ["[ ]", "lighter and darker shade"],
  [", .", "previous and next block"],
  ["d", "correct the chosen block"],
  ["p", "partner page beside"],
  ["v", "visual blocks (VIPS) with their DoC"],
  ["+ −", "finer and coarser visual blocks"],
  ["s", "text, Markdown, blocks, about"],
  ["t", "template of the site"],
  ["r", "report"],
  ["?", "these keys"],
  ["Esc", "close, or let go"],
];

// Whether a key press belongs to a field that is being filled in.
export function isTyping(event) {
  const target = event.target;
  return target.matches?.("input:not([type=range]):not([type=checkbox]), " +
    "textarea, select") || event.ctrlKey && event.key !== "z" ||
    event.metaKey || event.altKey;
}
