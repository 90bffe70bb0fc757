// app.js: the review page: what is open, and what happens when something is
// done. The other files know nothing of each other; this one joins them.

import { get, mark, post, Failure } from "./api.js";
import { Grades, likeParts, pageGrades, siteGrades } from "./grade.js";
import { isTyping, keys } from "./keys.js";
import { List } from "./list.js";
import { lossClasses, lossPieces, Losses } from "./loss.js";
import { BLOCK, CORRECTED, FROM, NAVIGATION, TO, colour, verdict }
  from "./paint.js";
import * as sheets from "./sheets.js";
import { make, Side } from "./side.js";
import { Pane } from "./stage.js";

const $ = (id) => document.getElementById(id);
const modes = ["shaded", "hidden", "boilerplate"];

const state = {
  grader: "", method: "auto", with: "", mode: "shaded", alpha: .35,
  site: 0, siteName: "", page: 0, partner: 0, sample: 0, siteSample: 0,
  off: new Set(), block: -1, vips: false, pdoc: 5, goOn: true, losses: false,
};
let about = null; // of the server
let view = null; // of the page that is open
let second = null; // the other pane
let atSite = -1; // place in the list of sites
let wanted = 0; // serial of the page that was asked for last

// --- saying things -----------------------------------------------------------

function say(text, bad = false) {
  const toast = make("div", bad ? "toast bad" : "toast", text);
  $("toasts").append(toast);
  while ($("toasts").children.length > 3) $("toasts").firstChild.remove();
  setTimeout(() => toast.remove(), bad ? 6000 : 2200);
}

async function safely(run) {
  try {
    return await run();
  } catch (failure) {
    if (failure.name === "AbortError") return undefined;
    const lost = failure instanceof Failure
      ? [failure.message, failure.remedy].filter(Boolean).join("; ")
      : "the server does not answer";
    say(lost, true);
    return undefined;
  }
}

// --- what is remembered ------------------------------------------------------

function remember() {
  const { method, mode, alpha, goOn } = state;
  localStorage.setItem("pith-look", JSON.stringify(
    { method, mode, alpha, goOn }));
  const place = new URLSearchParams();
  if (state.site) place.set("site", state.site);
  if (state.page) place.set("page", state.page);
  history.replaceState(null, "", place.size ? `#${place}` : location.pathname);
}

function recall() {
  try {
    Object.assign(state, JSON.parse(localStorage.getItem("pith-look") ?? "{}"));
  } catch { /* another version's */ }
  const place = new URLSearchParams(location.hash.slice(1));
  return { site: Number(place.get("site")), page: Number(place.get("page")) };
}

// --- the list ----------------------------------------------------------------

const list = new List($("rows"), { open: openRow, changed: drawHead });

function listValues() {
  return { q: $("search").value.trim(), filter: $("filter").value,
    sample: state.site ? state.sample : state.siteSample,
    site: state.site || "", method: state.method, grader: state.grader };
}

function loadList(options) {
  return safely(() => list.load(state.site ? "/api/pages" : "/api/sites",
    listValues(), options));
}

function openRow(row, at) {
  if (state.site) return openPage(row.id);
  atSite = at;
  return openSite(row.id, row.name);
}

async function openSite(id, name, page = 0) {
  Object.assign(state, { site: id, siteName: name, page: 0, partner: 0,
    sample: about.sites === 1 ? about.sample : 0 });
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

async function allSites() {
  if (about.sites === 1) return;
  Object.assign(state, { site: 0, page: 0, partner: 0 });
  $("search").value = "";
  $("filter").value = "all";
  await loadList({ at: atSite });
  drawHead();
  remember();
}

// Where a site stands among all of them, or among those of the sample, whatever
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

async function stepSite(step) {
  if (about.sites === 1) return;
  const next = Math.max(0, await placeOf(state.site) + step);
  const { items, total } = await get("/api/sites",
    { sample: state.siteSample, from: next, count: 1 });
  if (items.length === 0) return say(`that was the last of ${total} sites`);
  atSite = next;
  await openSite(items[0].id, items[0].name);
}

let headTimer = 0;
function drawHead() {
  $("list-title").textContent = state.site ? state.siteName : "Sites";
  $("list-title").title = $("list-title").textContent;
  $("up").hidden = !state.site || about?.sites === 1;
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

// --- the page ----------------------------------------------------------------

const main = new Pane($("panes"), {
  hover, click, key: press, scroll: follow,
});

function look(which = 0) {
  return { which, mode: state.mode, alpha: state.alpha, off: state.off,
    compare: state.with !== "" };
}

async function openPage(id, { keepScroll = false } = {}) {
  const serial = ++wanted;
  if (!keepScroll) state.partner = 0;
  if (id !== state.page) losses.clear();
  state.page = id;
  state.block = -1;
  remember();
  await safely(async () => {
    const found = await get("/api/page", { id, method: state.method,
      with: state.with, grader: state.grader });
    if (serial !== wanted) return;
    await showView(found, keepScroll);
    grades.load().catch(() => {})
      .then(() => state.losses && losses.load({ stay: keepScroll }))
      .catch(() => {});
    learning(found);
    prefetch();
  });
}

async function showView(found, keepScroll) {
  const shown = [main.show(found, look(0), { grader: state.grader, keepScroll })];
  if (state.with) {
    openSecond(methodLabel(state.with));
    shown.push(second.show(found, look(1), { grader: state.grader, keepScroll }));
  } else if (!state.partner) {
    closeSecond();
  }
  main.title.hidden = !state.with && !state.partner;
  main.title.textContent = state.with ? methodLabel(state.method) : found.name;
  view = found;
  if (!(await shown[0])) return; // another page was wanted meanwhile
  side.set(found);
  drawLegend();
  document.title = `${found.name} · pith review`;
  if (state.vips) await drawVips();
}

// The neighbour is likely to be next: the server then has it ready.
function prefetch() {
  const next = list.rows.get(list.at + 1);
  if (state.site && next && !next.gone)
    get("/api/page", { id: next.id, method: state.method, with: state.with,
      grader: state.grader }).catch(() => {});
}

// While a site is being learnt, tell how far it is; then look again.
async function learning(found) {
  const waits = [found.first, found.second].some((one) =>
    one.judging === "learning");
  $("learning").hidden = !waits;
  if (found.first.judging === "unmarked")
    say("this page has no marks of an earlier run");
  if (!waits) return;
  const paper = [state.method, state.with].includes("chain-compat") ? 1 : 0;
  const serial = wanted;
  for (;;) {
    const job = await safely(() =>
      get("/api/job", { site: found.site, paper }));
    if (!job || serial !== wanted) return;
    $("learning-text").textContent = job.stage === "hopeless"
      ? "The site could not be learnt"
      : `Learning the site: ${job.done.toLocaleString("en")} of ` +
        `${job.total.toLocaleString("en")} pages`;
    $("learning-bar").max = job.total || 1;
    $("learning-bar").value = job.done;
    if (job.stage === "learnt")
      return openPage(found.page, { keepScroll: true });
    if (job.stage === "hopeless") return;
    await new Promise((done) => setTimeout(done, 250));
  }
}

function repaint() {
  main.repaint(look(0));
  if (state.with) second?.repaint(look(1));
  else second?.repaint(look(0));
  drawLegend();
}

// --- the second pane ---------------------------------------------------------

function openSecond(title) {
  second ??= new Pane($("panes"), { hover, click: clickSecond, key: press,
    scroll: follow });
  second.title.hidden = false;
  second.title.replaceChildren(title);
}

function closeSecond() {
  second?.remove();
  second = null;
  state.partner = 0;
  $("to-partner").setAttribute("aria-pressed", false);
  main.title.hidden = !state.with;
}

function clickSecond(pane, piece, event) {
  if (state.with) click(pane, piece, event);
}

let following = null;
function follow(pane) {
  if (!second || following === pane || !state.with) return;
  const other = pane === main ? second : main;
  following = other;
  other.front.contentWindow?.scrollTo(0, pane.front.contentWindow.scrollY);
  requestAnimationFrame(() => { following = null; });
}

async function togglePartner() {
  if (state.partner) {
    closeSecond();
    grades.draw();
    return;
  }
  await safely(async () => {
    const { learnt, items } = await get("/api/partners", { id: state.page });
    if (!learnt) {
      const job = await get("/api/job", { site: state.site });
      return say(`the site is being learnt: ${job.done} of ${job.total}`);
    }
    if (items.length === 0) return say("no page of the same layer was found");
    if (state.with) await setWith("");
    const choice = make("select", "");
    choice.setAttribute("aria-label", "Partner page");
    for (const item of items) choice.append(new Option(item.name, item.id));
    choice.addEventListener("change", () => showPartner(Number(choice.value)));
    openSecond(choice);
    main.title.hidden = false;
    main.title.textContent = view.name;
    $("to-partner").setAttribute("aria-pressed", true);
    await showPartner(items[0].id);
  });
}

function showPartner(id) {
  state.partner = id;
  return safely(async () => {
    const found = await get("/api/page", { id, method: state.method,
      grader: state.grader });
    await second.show(found, look(0), { grader: state.grader });
    await grades.load();
  });
}

// --- hovering, choosing, correcting ------------------------------------------

function hover(pane, number, place) {
  const tip = $("tip");
  const piece = pane.view?.pieces[number];
  tip.hidden = !piece || !place;
  if (tip.hidden) return;
  const which = pane === second && state.with ? 1 : 0;
  const said = verdict(piece, which);
  const block = pane.view.blocks[piece[BLOCK]];
  const method = which === 1 ? state.with : state.method;
  const lines = [`${methodLabel(method)}: ` +
    (said.label === NAVIGATION ? "boilerplate" : "content")];
  if (said.reason) lines.push(`reason ${said.reason}, score ${said.score}`);
  if (block && block[3] > 0)
    lines.push(`on ${block[3]} of ${pane.view.clusterPages} pages`);
  tip.replaceChildren(...lines.map((line, i) => make(i ? "div" : "b", "", line)));
  tip.style.left = `${Math.min(place.x + 14, innerWidth - 340)}px`;
  tip.style.top = `${Math.min(place.y + 18, innerHeight - 90)}px`;
}

// A click chooses; with Shift, or on what is chosen already, it corrects.
function click(pane, number, event) {
  if (number < 0) return choose(-1);
  const block = view.pieces[number][BLOCK];
  if (event.shiftKey || (block >= 0 && block === state.block))
    return correct([number]);
  return block >= 0 ? choose(block) : main.pick([number], false);
}

function piecesOf(block) {
  const found = [];
  view.pieces.forEach((piece, i) => {
    if (piece[BLOCK] === block) found.push(i);
  });
  return found;
}

function choose(block, bring = false) {
  if (!view) return;
  state.block = block;
  const pieces = block < 0 ? [] : piecesOf(block);
  main.pick(pieces, bring);
  if (second && state.with) second.pick(pieces, false);
  side.pick(block);
}

function stepBlock(step) {
  if (!view?.blocks.length) return;
  const last = view.blocks.length - 1;
  choose(Math.max(0, Math.min(last, state.block + step)), true);
}

// Say the other thing of these pieces, or `label` of all of them.
async function correct(pieces, label = "") {
  if (pieces.length === 0) return say("choose a block first");
  const first = verdict(view.pieces[pieces[0]]);
  const value = label ||
    (first.label === NAVIGATION ? "content" : "navigation");
  const page = state.page;
  for (const number of pieces) {
    const piece = view.pieces[number];
    piece[CORRECTED] = value === "navigation" ? 1 : 0;
    try {
      await mark({ kind: "correction", site: state.site, page, value,
        from: piece[FROM], to: piece[TO], grader: state.grader });
    } catch (failure) {
      say(`not saved yet: ${failure.message}`, true);
    }
  }
  say(value === "content" ? "corrected: content" : "corrected: boilerplate");
  const row = list.rows.get(list.at);
  if (row?.id === page)
    list.update(page, { corrected: (row.corrected ?? 0) + pieces.length });
  if (page === state.page) await reload();
}

// The same page again: the text may have changed, the frame has not.
async function reload() {
  const serial = wanted;
  const found = await safely(() => get("/api/page", { id: state.page,
    method: state.method, with: state.with, grader: state.grader }));
  if (!found || serial !== wanted || view?.page !== found.page) return;
  const same = found.pieces.length === view.pieces.length;
  const block = state.block;
  view = found;
  if (same) {
    main.repaint(look(0), found);
    if (state.with) second?.repaint(look(1), found);
  } else {
    await showView(found, true);
  }
  side.set(found);
  drawLegend();
  if (block >= 0) choose(block);
}

const side = new Side($("side"), document.querySelector(".tabs"), {
  pick: (block) => choose(block, true),
  correct: (block, label) => correct(piecesOf(block), label),
});

// --- grading -----------------------------------------------------------------

const grades = new Grades(state, {
  say,
  async graded(kind, value) {
    say(kind === "site" ? `site: ${value}` : kind === "page"
      ? `page: ${value.replaceAll("-", "−")}` : "similarity saved");
    if (kind === "page") list.update(state.page, { grade: value });
    drawHead();
    if (!state.goOn || kind === "similarity") return;
    await safely(() => kind === "site" ? stepSite(1) : list.move(1));
  },
  async undone(what) {
    if (!what) return say("there is nothing to undo");
    say(`undone: ${what.kind} ${what.value} of ` +
      `${what.pageName || what.siteName}`);
    await loadList({ at: list.at, keepScroll: true });
    if (what.kind === "correction" && what.page === state.page) await reload();
    await grades.load();
    if (state.losses) await losses.load({ stay: true });
  },
});

// --- losses ------------------------------------------------------------------

const losses = new Losses(state, {
  say,
  bring: (loss) => main.lose(lossPieces(view.pieces, loss), loss.line),
  async sorted(count, value) {
    say(`loss: ${value}`);
    list.update(state.page, { sorted: count });
    drawHead();
    if (state.goOn && !losses.goOn()) await safely(() => list.move(1));
  },
});

// --- looks -------------------------------------------------------------------

function methodLabel(id) {
  return about.methods.find((one) => one.id === id)?.label ?? id;
}

function drawLegend() {
  const counts = new Map();
  for (const piece of view?.pieces ?? []) {
    const said = verdict(piece);
    if (said.label === NAVIGATION)
      counts.set(said.reason, (counts.get(said.reason) ?? 0) + 1);
  }
  const made = [...counts].sort((a, b) => b[1] - a[1]).map(([reason, count]) => {
    const button = make("button", state.off.has(reason) ? "off" : "");
    const swatch = make("i", "");
    swatch.style.background = colour(reason);
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

function setMode(mode) {
  state.mode = mode;
  for (const button of document.querySelectorAll("[data-mode]"))
    if (button.matches("button"))
      button.setAttribute("aria-checked", button.dataset.mode === mode);
  repaint();
  if (state.vips) drawVips();
  remember();
}

function setAlpha(alpha) {
  state.alpha = Math.max(.05, Math.min(1, alpha));
  $("alpha").value = Math.round(state.alpha * 100);
  repaint();
  remember();
}

async function setMethod(id) {
  state.method = id;
  $("method").value = id;
  if (state.with === id) state.with = $("with").value = "";
  remember();
  loadList({ at: list.at, keepScroll: true });
  if (state.page) await openPage(state.page, { keepScroll: true });
}

async function setWith(id) {
  state.with = id === state.method ? "" : id;
  $("with").value = state.with;
  if (!state.with) closeSecond();
  if (state.page) await openPage(state.page, { keepScroll: true });
}

function stepMethod(step) {
  const all = about.methods.map((one) => one.id);
  const at = all.indexOf(state.method);
  return setMethod(all[(at + step + all.length) % all.length]);
}

function toggleCompare() {
  if (state.with) return setWith("");
  const all = about.methods.map((one) => one.id);
  return setWith(all[(all.indexOf(state.method) + 1) % all.length]);
}

async function drawVips() {
  await safely(async () => {
    const page = state.page;
    const { blocks } = await get("/api/vips", { id: page, pdoc: state.pdoc });
    if (page !== state.page || !state.vips) return;
    main.vips(blocks);
  });
}

async function toggleVips() {
  state.vips = !state.vips;
  $("to-vips").setAttribute("aria-pressed", state.vips);
  if (!state.vips) return main.vips(null);
  await drawVips();
  say(`visual blocks with PDoC ${state.pdoc}`);
}

async function setPdoc(pdoc) {
  state.pdoc = Math.max(1, Math.min(10, pdoc));
  if (!state.vips) return;
  await drawVips();
  say(`PDoC ${state.pdoc}`);
}

// --- keys --------------------------------------------------------------------

const presses = {
  j: () => list.move(1),
  k: () => list.move(-1),
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
  d: () => correct(state.block < 0 ? [] : piecesOf(state.block)),
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
  g: () => $("comment").focus(),
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

function press(event) {
  if (event.key === "Escape" && event.target.matches?.("input"))
    return event.target.blur();
  if (event.key === "Enter" && event.target === $("comment"))
    return event.target.blur();
  if (sheets.sheetIsOpen() || isTyping(event)) return;
  const alike = likeParts.findIndex(([, key]) => key === event.key);
  const sort = lossClasses.find(([, key]) => key === event.key);
  const run = state.partner && alike >= 0
    ? () => grades.toggle(alike)
    : state.losses && sort ? () => losses.give(sort[0]) : presses[event.key];
  if (!run && event.target === $("rows")) return rowsKey(event);
  if (!run) return;
  event.preventDefault();
  run();
}

function rowsKey(event) {
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
  if (!(event.key in steps)) return;
  event.preventDefault();
  list.move(steps[event.key]);
}

// --- beginning ---------------------------------------------------------------

function fillMethods() {
  for (const method of about.methods) {
    $("method").append(new Option(method.label, method.id));
    $("with").append(new Option(method.label, method.id));
  }
  if (!about.methods.some((one) => one.id === state.method))
    state.method = about.methods[0].id;
  $("method").value = state.method;
}

function connect() {
  const on = (id, event, run) => $(id).addEventListener(event, run);
  document.addEventListener("keydown", press);
  on("method", "change", (e) => { setMethod(e.target.value); e.target.blur(); });
  on("with", "change", (e) => { setWith(e.target.value); e.target.blur(); });
  on("alpha", "input", (e) => setAlpha(e.target.value / 100));
  on("up", "click", allSites);
  on("to-partner", "click", togglePartner);
  on("to-vips", "click", toggleVips);
  on("to-template", "click", presses.t);
  on("to-report", "click", presses.r);
  on("to-keys", "click", presses["?"]);
  on("to-grader", "click", () => sheets.showGrader(state, about.graders,
    setGrader));
  on("go-on", "change", (e) => { state.goOn = e.target.checked; remember(); });
  on("filter", "change", () => loadList());
  let typed = 0;
  on("search", "input", () => {
    clearTimeout(typed);
    typed = setTimeout(() => loadList(), 120);
  });
  on("sample-form", "submit", (event) => {
    event.preventDefault();
    safely(drawSample);
  });
  on("sample-none", "click", () => setSample(0));
  for (const button of document.querySelectorAll("button[data-mode]"))
    button.addEventListener("click", () => setMode(button.dataset.mode));
  for (const button of document.querySelectorAll(".phone button"))
    button.addEventListener("click", () => {
      document.body.dataset.tab = button.dataset.tab;
    });
  $("rows").addEventListener("click", () => {
    if (state.page) document.body.dataset.tab = "page";
  });
}

async function drawSample() {
  const { sample } = await post("/api/sample", {
    pages: state.site ? 1 : 0, site: state.site || "",
    count: $("sample-count").value, seed: $("sample-seed").value });
  await setSample(sample);
}

async function setSample(sample) {
  if (state.site) state.sample = sample;
  else state.siteSample = sample;
  await loadList();
  drawHead();
}

function setGrader(name) {
  if (!name) return;
  state.grader = name;
  sessionStorage.setItem("pith-grader", name); // of this tab
  $("to-grader").textContent = name;
  loadList({ at: list.at, keepScroll: true });
  if (state.page) openPage(state.page, { keepScroll: true });
}

async function begin() {
  const place = recall();
  about = await get("/api/state");
  if (location.search) history.replaceState(null, "", location.pathname +
    location.hash); // the token is in the cookie now
  state.grader = sessionStorage.getItem("pith-grader") ?? about.grader;
  state.losses = about.losses === 1;
  $("title").textContent = about.title;
  $("to-grader").textContent = state.grader;
  $("alpha").value = Math.round(state.alpha * 100);
  $("go-on").checked = state.goOn;
  fillMethods();
  setMode(state.mode);
  connect();
  if (about.sites > 1) state.siteSample = about.sample;
  if (about.site) return openSite(about.site, about.title, place.page);
  await loadList();
  drawHead();
  if (place.site) {
    atSite = list.find(place.site);
    const row = list.rows.get(atSite);
    if (row) return openSite(row.id, row.name, place.page);
  }
  if (matchMedia("(max-width: 900px)").matches)
    document.body.dataset.tab = "list";
  return undefined;
}

safely(begin);
