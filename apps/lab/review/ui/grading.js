// grading.js: what happens after a grade, an undo, or a sorted loss.

import { reload } from "./correct.js";
import { Grades } from "./grade.js";
import { lossSegments, Losses } from "./loss.js";
import { main } from "./page.js";
import { drawHead, list, loadList, stepSite } from "./sites.js";
import { app, notify, safely, state } from "./state.js";

export const grades = new Grades(state, {
  notify,
  async graded(kind, value) {
    notify(kind === "site" ? `site: ${value}` : kind === "page"
      ? `page: ${value.replaceAll("-", "−")}` : "similarity saved");
    if (kind === "page") list.update(state.page, { grade: value });
    drawHead();
    if (!state.goOn || kind === "similarity") return;
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
  bring: (loss) => main.lose(lossSegments(app.view.segments, loss), loss.line),
  async sorted(count, value) {
    notify(`loss: ${value}`);
    list.update(state.page, { sorted: count });
    drawHead();
    if (state.goOn && !losses.goOn()) await safely(() => list.move(1));
  },
});
