// drafts.js: comments that were typed and not yet stored with a grade. They
// survive a reload, a crash and the way to the next page.

const life = 30 * 24 * 3600 * 1000;
const start = "pith-draft ";

export function draftKey(...parts) {
  return start + parts.join(" ");
}

export function keepDraft(key, text) {
  if (text) localStorage.setItem(key, JSON.stringify([Date.now(), text]));
  else localStorage.removeItem(key);
}

// The draft, or null when there is none.
export function findDraft(key) {
  try {
    return JSON.parse(localStorage.getItem(key))[1];
  } catch {
    return null;
  }
}

// Drafts of a month ago will not be finished.
export function dropOldDrafts() {
  for (const key of Object.keys(localStorage).filter((k) => k.startsWith(start))) {
    const when = Number(JSON.parse(localStorage.getItem(key) ?? "[0]")[0]);
    if (!(Date.now() - when < life)) localStorage.removeItem(key);
  }
}
