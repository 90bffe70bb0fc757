// grading.js: what may be graded, and what happens after a grade, an undo, or a
// sorted loss.

import { waiting } from "./api.js";
import { reload } from "./correct.js";
import { Grades } from "./grade.js";
import { lossSegments, Losses } from "./loss.js";
import { main } from "./page.js";
import { drawHead, list, loadList, stepSite } from "./sites.js";
import { app, notify, safely, state } from "./state.js";

// What is painted, and so can be graded; null after it was said why not.
export function shown() {
  const found = app.painted;
  if (found && found.learnt && found.page === state.page) {
    const { site, page, method } = found;
    return { site, page, method };
  }
  notify(!state.page ? "open a page first; grades are about what is shown"
    : found && !found.learnt ? "wait until the site is learnt"
      : "wait until the page is shown");
  return null;
}

// The next page or site opens only when nothing waits: nobody grades a page
// while the server cannot show it.
function goesOn() {
  return state.goOn && waiting().length === 0;
}

export const grades = new Grades(state, {
  notify,
  shown,
  async graded(kind, value, about, stay) {
    notify(kind === "site" ? `site: ${value}` : kind === "similarity"
      ? "similarity saved" : `page: ${value.replaceAll("-", "−")}`);
    if (kind === "page") list.update(about.page, { grade: value });
    if (kind === "aside") list.update(about.page, { aside: value });
    drawHead();
    if (stay || !goesOn() || about.page !== state.page) return;
    if (kind !== "site" && list.at + 1 >= list.total)
      return notify("that was the last page of the list");
    await safely(() => kind === "site" ? stepSite(1) : list.move(1));
  },
  async undone(what) {
    if (!what) return notify("there is nothing to undo");
    notify(`undone: ${what.kind} ${what.value} of ` +
      `${what.pageName || what.siteName}`);
    await loadList({ at: list.at, keepScroll: true });
    if (what.kind === "correction" && what.page === state.page) await reload();
    await grades.load();
    if (state.losses) await losses.load({ stay: true });
  },
});

export const losses = new Losses(state, {
  notify,
  shown,
  bring: (loss) => main.lose(lossSegments(app.view.segments, loss), loss.line),
  async sorted(count, value) {
    notify(`loss: ${value}`);
    list.update(state.page, { sorted: count });
    drawHead();
    if (goesOn() && !losses.goOn()) await safely(() => list.move(1));
  },
});
