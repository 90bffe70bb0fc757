// press.js: what each key does (keys.js has the table that `?` shows).

import { choose, correctChosen, side, stepBlock } from "./correct.js";
import { asides, likeParts, pageGrades, siteGrades } from "./grade.js";
import { grades, losses } from "./grading.js";
import { isTyping, keys, keysAreOff, meaning } from "./keys.js";
import { setAlpha, setMode, setPdoc, setPlain, stepMethod, toggleCompare, toggleVips }
  from "./looks.js";
import { lossClasses } from "./loss.js";
import { closeSecond, togglePartner } from "./page.js";
import * as sheets from "./sheets.js";
import { allSites, list, stepSite } from "./sites.js";
import { $, modes, safely, state } from "./state.js";

export const presses = {
  j: () => safely(() => list.move(1)),
  k: () => safely(() => list.move(-1)),
  J: () => safely(() => stepSite(1)),
  K: () => safely(() => stepSite(-1)),
  u: allSites,
  "/": () => $("search").focus(),
  m: () => stepMethod(1),
  M: () => stepMethod(-1),
  c: toggleCompare,
  x: () => setMode(modes[(modes.indexOf(state.mode) + 1) % 3]),
  "[": () => setAlpha(state.alpha - .1),
  "]": () => setAlpha(state.alpha + .1),
  ",": () => stepBlock(-1),
  ".": () => stepBlock(1),
  d: correctChosen,
  b: () => setPlain(!state.plain),
  p: togglePartner,
  v: toggleVips,
  "+": () => setPdoc(state.pdoc + 1),
  "-": () => setPdoc(state.pdoc - 1),
  s: () => {
    const names = ["text", "markdown", "blocks", "about"];
    side.show(names[(names.indexOf(side.name) + 1) % 4]);
  },
  t: () => safely(() => sheets.showTemplate(state.site, state.siteName)),
  r: () => sheets.showReport(state.grader),
  g: () => $("comment-page").focus(),
  G: () => $("comment-site").focus(),
  z: () => grades.undo(),
  "?": () => sheets.showKeys(keys),
  l: () => losses.step(1),
  L: () => losses.step(-1),
  Escape: () => {
    choose(-1);
    if (state.partner) closeSecond();
  },
};
for (const [grade] of siteGrades)
  presses[grade] = () => grades.give("site", grade);
for (const [grade, key] of pageGrades)
  presses[key] = () => grades.give("page", grade);
for (const [name, key] of asides)
  presses[key] = () => grades.give("aside", name);

// Keys that do the same again while they are held; a held grade is one grade.
const held = new Set(["j", "k", ",", ".", "[", "]"]);

export function press(event) {
  if (event.key === "Escape" && event.target.matches?.("input"))
    return event.target.blur();
  if (event.key === "Enter" && event.target.matches?.(".comment"))
    return event.target.blur();
  if (sheets.sheetIsOpen() || isTyping(event)) return;
  if (keysAreOff() && event.key.length === 1) return;
  const pressed = meaning(event.key);
  const alike = likeParts.findIndex(([, key]) => key === pressed);
  const sort = lossClasses.find(([, key]) => key === pressed);
  const run = state.partner && alike >= 0
    ? () => grades.toggle(alike)
    : state.losses && sort ? () => losses.give(sort[0]) : presses[pressed];
  if (!run && event.target === $("rows")) return rowsKey(event);
  if (!run) return;
  event.preventDefault();
  if (!event.repeat || held.has(pressed)) run();
}

function rowsKey(event) {
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
  if (!(event.key in steps)) return;
  event.preventDefault();
  list.move(steps[event.key]);
}
