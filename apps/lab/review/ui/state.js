// state.js: what all parts of the page share: the choices of the grader
// (`state`), what is open (`app`), messages, and what the browser remembers.

import { Failure } from "./api.js";
import { make } from "./side.js";

export const $ = (id) => document.getElementById(id);
export const modes = ["shaded", "hidden", "boilerplate"];

// Choices. `with` is the method to compare with, "" for none; `off` holds the
// reasons that are not shaded.
export const state = {
  store: "", grader: "", method: "auto", with: "", mode: "shaded", alpha: .35,
  site: 0, siteName: "", page: 0, partner: 0, sample: 0, siteSample: 0,
  off: new Set(), block: -1, vips: false, pdoc: 5, goOn: true, losses: false, plain: false,
};

export const app = {
  about: null, // /api/state
  view: null, // /api/page of the page that is open
  painted: null, // what the grader sees: site, page, method; null: not yet
  second: null, // the other pane
  atSite: -1, // place in the list of sites
  serial: 0, // of the page that was requested last; older answers are dropped
};

// What is seen now, and so can be graded. Tests and style sheets read it, too.
export function setPainted(found) {
  app.painted = found;
  document.body.dataset.painted = found?.learnt ? 1 : 0;
}

// Show a message for a moment.
export function notify(text, bad = false) {
  const toast = make("div", bad ? "toast bad" : "toast", text);
  $("toasts").append(toast);
  while ($("toasts").children.length > 3) $("toasts").firstChild.remove();
  setTimeout(() => toast.remove(), bad ? 6000 : 2200);
}

// Run something that may fail; a failure becomes a message.
export async function safely(run) {
  try {
    return await run();
  } catch (failure) {
    if (failure.name === "AbortError") return undefined;
    const lost = failure instanceof Failure
      ? [failure.message, failure.remedy].filter(Boolean).join("; ")
      : "the server does not answer";
    notify(lost, true);
    return undefined;
  }
}

// The query of /api/page for a page as it is shown now.
export function pageQuery(id) {
  return { id, method: state.method, with: state.with, grader: state.grader };
}

export function methodLabel(id) {
  return app.about.methods.find((one) => one.id === id)?.label ?? id;
}

// --- what is remembered ------------------------------------------------------

export function remember() {
  const { method, mode, alpha, goOn, plain } = state;
  localStorage.setItem("pith-look", JSON.stringify(
    { method, mode, alpha, goOn, plain }));
  const place = new URLSearchParams();
  if (state.site) place.set("site", state.site);
  if (state.page) place.set("page", state.page);
  history.replaceState(null, "", place.size ? `#${place}` : location.pathname);
}

export function recall() {
  try {
    Object.assign(state, JSON.parse(localStorage.getItem("pith-look") ?? "{}"));
  } catch { /* another version's */ }
  const place = new URLSearchParams(location.hash.slice(1));
  return { site: Number(place.get("site")), page: Number(place.get("page")) };
}
