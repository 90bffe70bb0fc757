// sites.js: the list on the left: sites, the pages of a site, and samples.

import { get, post } from "./api.js";
import { List } from "./list.js";
import { closeSecond, openPage } from "./page.js";
import { $, app, notify, remember, safely, setPainted, state } from "./state.js";

export const list = new List($("rows"), { open: openRow, changed: drawHead });

function listValues() {
  return { q: $("search").value.trim(), filter: $("filter").value,
    order: $("order").value,
    sample: state.site ? state.sample : state.siteSample,
    site: state.site || "", method: state.method, grader: state.grader };
}

export function loadList(options) {
  return safely(() => list.load(state.site ? "/api/pages" : "/api/sites",
    listValues(), options));
}

// Titles and confidence are found in the background: while rows in sight lack
// them, ask again, ever more slowly. Only an order by name stays as it is.
let patience = 800;
export function waitForTitles() {
  setTimeout(() => {
    const seen = [...list.shown.keys()].map((at) => list.rows.get(at));
    const lacks = seen.some((row) => row && !row.gone && row.confidence == null);
    if (lacks && $("order").value === "name")
      loadList({ at: list.at, keepScroll: true });
    patience = lacks ? Math.min(20000, patience * 1.5) : 5000;
    waitForTitles();
  }, patience);
}

function openRow(row, at) {
  if (state.site) return openPage(row.id);
  app.atSite = at;
  return openSite(row.id, row.name);
}

export async function openSite(id, name, page = 0) {
  Object.assign(state, { site: id, siteName: name, page: 0, partner: 0,
    sample: app.about.sites === 1 ? app.about.sample : 0 });
  $("search").value = "";
  $("filter").value = "all";
  closeSecond();
  await loadList();
  drawHead();
  if (page) {
    const at = list.find(page);
    if (at >= 0) return list.choose(at);
    return openPage(page);
  }
  return list.choose(0);
}

export async function allSites() {
  if (app.about.sites === 1) return;
  Object.assign(state, { site: 0, page: 0, partner: 0 });
  setPainted(null);
  $("search").value = "";
  $("filter").value = "all";
  await loadList({ at: app.atSite });
  drawHead();
  remember();
}

// The place of a site among all of them, or among those of the sample, whatever
// the list was searched for when it was opened.
async function placeOf(site) {
  const count = 1000;
  for (let from = 0; ; from += count) {
    const { items, total } = await get("/api/sites",
      { sample: state.siteSample, from, count });
    const at = items.findIndex((one) => one.id === site);
    if (at >= 0) return from + at;
    if (from + count >= total) return -1;
  }
}

export async function stepSite(step) {
  if (app.about.sites === 1) return;
  const next = Math.max(0, await placeOf(state.site) + step);
  const { items, total } = await get("/api/sites",
    { sample: state.siteSample, from: next, count: 1 });
  if (items.length === 0) return notify(`that was the last of ${total} sites`);
  app.atSite = next;
  await openSite(items[0].id, items[0].name);
}

let headTimer = 0;
export function drawHead() {
  $("list-title").textContent = state.site ? state.siteName : "Sites";
  $("list-title").title = $("list-title").textContent;
  $("up").hidden = !state.site || app.about?.sites === 1;
  clearTimeout(headTimer);
  headTimer = setTimeout(() => safely(drawProgress), 60);
}

async function drawProgress() {
  const site = state.site;
  const values = { ...listValues(), q: "", count: 0 };
  const path = site ? "/api/pages" : "/api/sites";
  const [all, graded] = await Promise.all([
    get(path, { ...values, filter: "all" }),
    get(path, { ...values, filter: state.losses ? "corrected" : "graded" })]);
  if (site !== state.site) return;
  $("progress").textContent = `${graded.total.toLocaleString("en")} of ` +
    `${all.total.toLocaleString("en")}`;
  $("progress-bar").style.width = `${100 * graded.total / (all.total || 1)}%`;
}

// --- samples -----------------------------------------------------------------

export async function drawSample() {
  const { sample } = await post("/api/sample", {
    pages: state.site ? 1 : 0, site: state.site || "",
    count: $("sample-count").value, seed: $("sample-seed").value });
  await setSample(sample);
}

export async function setSample(sample) {
  if (state.site) state.sample = sample;
  else state.siteSample = sample;
  await loadList();
  drawHead();
}
