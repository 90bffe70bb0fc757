// looks.js: how the page is shown: methods, shading, legend, visual blocks.

import { get } from "./api.js";
import { closeSecond, main, openPage, repaint } from "./page.js";
import { colour, NAVIGATION, slant, verdict } from "./paint.js";
import { make } from "./side.js";
import { list, loadList } from "./sites.js";
import { $, app, notify, remember, safely, state } from "./state.js";

// What a pane needs to know to paint; `which` is 1 for the second method.
export function look(which = 0) {
  return { which, mode: state.mode, alpha: state.alpha, off: state.off,
    compare: state.with !== "", without: state.plain };
}

export function drawLegend() {
  const counts = new Map();
  for (const segment of app.view?.segments ?? []) {
    const found = verdict(segment);
    if (found.label === NAVIGATION)
      counts.set(found.reason, (counts.get(found.reason) ?? 0) + 1);
  }
  const made = [...counts].sort((a, b) => b[1] - a[1]).map(([reason, count]) => {
    const button = make("button", state.off.has(reason) ? "off" : "");
    const swatch = make("i", "");
    swatch.style.background = `repeating-linear-gradient(${slant(reason)}deg, ` +
      `rgb(0 0 0 / .35) 0 1.5px, transparent 1.5px 4px), ${colour(reason)}`;
    button.setAttribute("aria-pressed", !state.off.has(reason));
    button.type = "button";
    button.title = "shade it or not";
    button.append(swatch, `${reason || "boilerplate"} ${count}`);
    button.addEventListener("click", () => {
      if (!state.off.delete(reason)) state.off.add(reason);
      repaint();
    });
    return button;
  });
  $("legend").replaceChildren(...made);
  $("legend").hidden = made.length === 0;
}

export function setMode(mode) {
  state.mode = mode;
  for (const button of document.querySelectorAll("[data-mode]"))
    if (button.matches("button"))
      button.setAttribute("aria-checked", button.dataset.mode === mode);
  repaint();
  if (state.vips) drawVips();
  remember();
}

// Whether the page is shown without its own styles.
export function setPlain(on) {
  state.plain = on;
  $("to-plain").setAttribute("aria-pressed", on);
  repaint();
  if (state.vips) drawVips();
  remember();
}

export function setAlpha(alpha) {
  state.alpha = Math.max(.05, Math.min(1, alpha));
  $("alpha").value = Math.round(state.alpha * 100);
  repaint();
  remember();
}

export async function setMethod(id) {
  state.method = id;
  $("method").value = id;
  if (state.with === id) state.with = $("with").value = "";
  remember();
  loadList({ at: list.at, keepScroll: true });
  if (state.page) await openPage(state.page, { keepScroll: true });
}

export async function setWith(id) {
  state.with = id === state.method ? "" : id;
  $("with").value = state.with;
  if (!state.with) closeSecond();
  if (state.page) await openPage(state.page, { keepScroll: true });
}

export function stepMethod(step) {
  const all = app.about.methods.map((one) => one.id);
  const at = all.indexOf(state.method);
  return setMethod(all[(at + step + all.length) % all.length]);
}

export function toggleCompare() {
  if (state.with) return setWith("");
  const all = app.about.methods.map((one) => one.id);
  return setWith(all[(all.indexOf(state.method) + 1) % all.length]);
}

export async function drawVips() {
  await safely(async () => {
    const page = state.page;
    const { blocks } = await get("/api/vips", { id: page, pdoc: state.pdoc });
    if (page !== state.page || !state.vips) return;
    main.vips(blocks);
  });
}

export async function toggleVips() {
  state.vips = !state.vips;
  $("to-vips").setAttribute("aria-pressed", state.vips);
  if (!state.vips) return main.vips(null);
  await drawVips();
  notify(`visual blocks with PDoC ${state.pdoc}`);
}

export async function setPdoc(pdoc) {
  state.pdoc = Math.max(1, Math.min(10, pdoc));
  if (!state.vips) return;
  await drawVips();
  notify(`PDoC ${state.pdoc}`);
}
