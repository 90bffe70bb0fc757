// correct.js: hovering over the page, choosing blocks, correcting verdicts.

import { get, mark, newId } from "./api.js";
import { drawLegend, look } from "./looks.js";
import { main, showView } from "./page.js";
import { BLOCK, FROM, NAVIGATION, TO, verdict } from "./paint.js";
import { make, Side } from "./side.js";
import { list } from "./sites.js";
import { $, app, methodLabel, notify, pageQuery, safely, state }
  from "./state.js";

export function hover(pane, number, place) {
  const tip = $("tip");
  const segment = pane.view?.segments[number];
  tip.hidden = !segment || !place;
  if (tip.hidden) return;
  const which = pane === app.second && state.with ? 1 : 0;
  const found = verdict(segment, which);
  const block = pane.view.blocks[segment[BLOCK]];
  const method = which === 1 ? state.with : state.method;
  const lines = [`${methodLabel(method)}: ` +
    (found.label === NAVIGATION ? "boilerplate" : "content")];
  if (found.reason) lines.push(`reason ${found.reason}, score ${found.score}`);
  if (block && block[3] > 0)
    lines.push(`on ${block[3]} of ${pane.view.clusterPages} pages`);
  tip.replaceChildren(...lines.map((line, i) => make(i ? "div" : "b", "", line)));
  tip.style.left = `${Math.min(place.x + 14, innerWidth - 340)}px`;
  tip.style.top = `${Math.min(place.y + 18, innerHeight - 90)}px`;
}

// A click chooses; with Shift, or on what is chosen already, it corrects. A
// double click, or the end of a selection, is no second click.
export function click(pane, number, event) {
  if (event.detail > 1 || pane.selected().length > 0) return undefined;
  if (number < 0) return choose(-1);
  const block = app.view.segments[number][BLOCK];
  if (event.shiftKey || (block >= 0 && block === state.block))
    return correct([number]);
  return block >= 0 ? choose(block) : main.pick([number], false);
}

export function segmentsOf(block) {
  const found = [];
  app.view.segments.forEach((segment, i) => {
    if (segment[BLOCK] === block) found.push(i);
  });
  return found;
}

export function choose(block, bring = false) {
  if (!app.view) return;
  state.block = block;
  const segments = block < 0 ? [] : segmentsOf(block);
  main.pick(segments, bring);
  if (app.second && state.with) app.second.pick(segments, false);
  side.pick(block);
}

export function stepBlock(step) {
  if (!app.view?.blocks.length) return;
  const last = app.view.blocks.length - 1;
  choose(Math.max(0, Math.min(last, state.block + step)), true);
}

// What `d` is about: the words that are selected, else the chosen block.
export function correctChosen() {
  const selected = main.selected();
  return correct(selected.length > 0 ? selected
    : state.block < 0 ? [] : segmentsOf(state.block), "", main.selectedSpans());
}

// Spans of one request; its address must not be longer than servers take.
const SPANS = 250;

// Label these segments the other way, or all of them `label`; of them only
// `words`, if there are any: pairs of bytes.
export async function correct(segments, label = "", words = []) {
  if (segments.length === 0) return notify("choose a block, or select text, first");
  const first = verdict(app.view.segments[segments[0]]);
  const value = label ||
    (first.label === NAVIGATION ? "content" : "navigation");
  const page = state.page;
  const bundle = newId(); // one correction, one undo
  let saved = true;
  const pairs = words.length > 0 ? words : segments.map((number) =>
    [app.view.segments[number][FROM], app.view.segments[number][TO]]);
  for (let from = 0; from < pairs.length; from += SPANS) {
    const spans = pairs.slice(from, from + SPANS).map((pair) => pair.join("-"));
    await mark({ kind: "correction", site: app.view.site, page, value, bundle,
      spans: spans.join(","), grader: state.grader }).catch((failure) => {
      saved = false;
      notify(`not saved yet: ${failure.message}`, true);
    });
  }
  if (!saved) return;
  notify(value === "content" ? "corrected: content" : "corrected: boilerplate");
  const row = list.rows.get(list.at);
  if (row?.id === page)
    list.update(page, { corrected: (row.corrected ?? 0) + segments.length });
  if (page === state.page) await reload();
}

// The same page again: the text may have changed, the frame has not.
export async function reload() {
  const serial = app.serial;
  const found = await safely(() => get("/api/page",
    pageQuery(state.page)));
  if (!found || serial !== app.serial || app.view?.page !== found.page) return;
  const same = found.segments.length === app.view.segments.length;
  const block = state.block;
  app.view = found;
  if (same) {
    main.repaint(look(0), found);
    if (state.with) app.second?.repaint(look(1), found);
  } else {
    await showView(found, true);
  }
  side.set(found);
  drawLegend();
  if (block >= 0) choose(block);
}

export const side = new Side($("side"), document.querySelector(".tabs"), {
  pick: (block) => choose(block, true),
  correct: (block, label) => correct(segmentsOf(block), label),
});
