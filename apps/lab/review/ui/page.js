// page.js: the page that is open, in one pane or two: compared with another
// method, or beside a partner page.

import { get } from "./api.js";
import { click, hover, side } from "./correct.js";
import { grades, losses } from "./grading.js";
import { drawLegend, drawVips, look, setWith } from "./looks.js";
import { press } from "./press.js";
import { make } from "./side.js";
import { list } from "./sites.js";
import { Pane } from "./stage.js";
import { $, app, methodLabel, notify, pageQuery, remember, safely,
  setPainted, state } from "./state.js";

export const main = new Pane($("panes"), {
  hover, click, key: press, scroll: follow, veiled,
});

// Marks of text that the page does not show have no place to be drawn at.
function veiled(hidden) {
  $("unseen").hidden = hidden === 0 || state.plain || state.mode === "hidden";
  $("unseen").textContent = `${hidden.toLocaleString("en")} ` +
    `${hidden === 1 ? "piece" : "pieces"} of boilerplate the page's own styles ` +
    "do not show; b shows the page without them";
}

export async function openPage(id, { keepScroll = false } = {}) {
  const serial = ++app.serial;
  const before = { page: state.page, painted: app.painted };
  if (!keepScroll) state.partner = 0;
  if (id !== state.page) losses.clear();
  state.page = id;
  state.block = -1;
  setPainted(null); // what is graded must be seen first
  const waits = setTimeout(() => { $("loading").hidden = false; }, 300);
  let there = false;
  await safely(async () => {
    const found = await get("/api/page", pageQuery(id));
    if (serial !== app.serial) return;
    there = true;
    remember();
    await showView(found, keepScroll);
    grades.load().catch(() => {})
      .then(() => state.losses && losses.load({ stay: keepScroll }))
      .catch(() => {});
    learning(found);
    prefetch();
  });
  clearTimeout(waits);
  if (serial !== app.serial) return false;
  $("loading").hidden = true;
  if (!there) { // the server is away, or the page is: the old one stays
    state.page = before.page;
    setPainted(before.painted);
  }
  return there;
}

// Two frames later the browser has drawn it; a tab in the background draws
// nothing, and nobody presses keys there.
function drawn() {
  return new Promise((done) => {
    setTimeout(done, 500);
    requestAnimationFrame(() => requestAnimationFrame(done));
  });
}

export async function showView(found, keepScroll) {
  const shown = [main.show(found, look(0), { grader: state.grader, keepScroll })];
  if (state.with) {
    openSecond(methodLabel(state.with));
    shown.push(app.second.show(found, look(1), { grader: state.grader, keepScroll }));
  } else if (!state.partner) {
    closeSecond();
  }
  main.title.hidden = !state.with && !state.partner;
  main.title.textContent = state.with ? methodLabel(state.method) : found.name;
  app.view = found;
  if (!(await shown[0])) return; // another page was requested meanwhile
  const serial = app.serial;
  await drawn();
  if (serial !== app.serial) return;
  setPainted({ site: found.site, page: found.page, method: found.method,
    learnt: found.first.state !== "learning" });
  side.set(found);
  drawLegend();
  document.title = `${found.name} · pith review`;
  if (state.vips) await drawVips();
}

// The neighbour is likely to be next: the server then has it ready.
function prefetch() {
  const next = list.rows.get(list.at + 1);
  if (state.site && next && !next.gone)
    get("/api/page", pageQuery(next.id)).catch(() => {});
}

// While a site is being learnt, show the progress; then load the page again.
async function learning(found) {
  const waits = [found.first, found.second].some((one) =>
    one.state === "learning");
  $("learning").hidden = !waits;
  if (found.first.state === "unmarked")
    notify("this page has no marks of an earlier run");
  if (!waits) return;
  const paper = [state.method, state.with].includes("chain-compat") ? 1 : 0;
  const serial = app.serial;
  for (;;) {
    const job = await safely(() =>
      get("/api/job", { site: found.site, paper }));
    if (!job || serial !== app.serial) return;
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

export function repaint() {
  main.repaint(look(0));
  if (state.with) app.second?.repaint(look(1));
  else app.second?.repaint(look(0));
  drawLegend();
}

// --- the second pane ---------------------------------------------------------

function openSecond(title) {
  app.second ??= new Pane($("panes"), { hover, click: clickSecond, key: press,
    scroll: follow });
  app.second.title.hidden = false;
  app.second.title.replaceChildren(title);
}

export function closeSecond() {
  app.second?.remove();
  app.second = null;
  state.partner = 0;
  $("to-partner").setAttribute("aria-pressed", false);
  main.title.hidden = !state.with;
}

function clickSecond(pane, segment, event) {
  if (state.with) click(pane, segment, event);
}

let following = null;
function follow(pane) {
  if (!app.second || following === pane || !state.with) return;
  const other = pane === main ? app.second : main;
  following = other;
  other.front.contentWindow?.scrollTo(0, pane.front.contentWindow.scrollY);
  requestAnimationFrame(() => { following = null; });
}

// Once the site is learnt; undefined when another page was opened meanwhile, or
// nothing can be learnt.
async function findPartners(page) {
  for (;;) {
    const { learnt, items } = await get("/api/partners", { id: page });
    if (page !== state.page) return undefined;
    if (learnt) return items;
    const job = await get("/api/job", { site: state.site });
    notify(job.stage === "hopeless" ? "the site could not be learnt"
      : `the site is being learnt: ${job.done} of ${job.total}`);
    if (job.stage === "hopeless") return undefined;
    await new Promise((done) => setTimeout(done, 500));
  }
}

export async function togglePartner() {
  if (state.partner) {
    closeSecond();
    grades.draw();
    return;
  }
  await safely(async () => {
    const items = await findPartners(state.page);
    if (!items) return undefined;
    if (items.length === 0) return notify("no page of the same layer was found");
    if (state.with) await setWith("");
    const choice = make("select", "");
    choice.setAttribute("aria-label", "Partner page");
    for (const item of items) choice.append(new Option(item.name, item.id));
    choice.addEventListener("change", () => showPartner(Number(choice.value)));
    openSecond(choice);
    main.title.hidden = false;
    main.title.textContent = app.view.name;
    $("to-partner").setAttribute("aria-pressed", true);
    await showPartner(items[0].id);
  });
}

function showPartner(id) {
  state.partner = id;
  return safely(async () => {
    const found = await get("/api/page", { id, method: state.method,
      grader: state.grader });
    await app.second.show(found, look(0), { grader: state.grader });
    await grades.load();
  });
}
