// app.js: the review page: connects the controls and opens what was open last.
//
//   state.js ◄── sites.js   the list           page.js    the page, the panes
//                looks.js   how it is shown    correct.js choosing, correcting
//                grading.js grades, losses     press.js   keys
//
// These parts call each other; the files below them (api, list, stage, paint,
// side, grade, loss, sheets) know none of them.

import { get, openQueue } from "./api.js";
import { dropOldDrafts } from "./drafts.js";
import { setAlpha, setMethod, setMode, setWith, toggleVips } from "./looks.js";
import { openPage, togglePartner } from "./page.js";
import { press, presses } from "./press.js";
import * as sheets from "./sheets.js";
import { make } from "./side.js";
import { allSites, drawHead, drawSample, list, loadList, openSite, setSample,
  waitForTitles } from "./sites.js";
import { $, app, recall, remember, safely, state } from "./state.js";

function fillMethods() {
  for (const method of app.about.methods) {
    $("method").append(new Option(method.label, method.id));
    $("with").append(new Option(method.label, method.id));
  }
  if (!app.about.methods.some((one) => one.id === state.method))
    state.method = app.about.methods[0].id;
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
  on("to-plain", "click", presses.b);
  on("to-vips", "click", toggleVips);
  on("to-template", "click", presses.t);
  on("to-report", "click", presses.r);
  on("to-keys", "click", presses["?"]);
  on("to-grader", "click", () => sheets.showGrader(state, app.about, setGrader));
  on("go-on", "change", (e) => { state.goOn = e.target.checked; remember(); });
  on("filter", "change", () => loadList());
  on("order", "change", () => loadList());
  on("phone-back", "click", presses.k);
  on("phone-next", "click", presses.j);
  on("intro-close", "click", () => {
    $("intro").hidden = true;
    localStorage.setItem("pith-intro", "read");
  });
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
  for (const button of document.querySelectorAll(".phone button[data-tab]"))
    button.addEventListener("click", () => {
      document.body.dataset.tab = button.dataset.tab;
    });
  for (const group of document.querySelectorAll("[role=radiogroup], " +
    "[role=tablist]"))
    group.addEventListener("keydown", arrows);
  $("rows").addEventListener("click", () => {
    if (state.page) document.body.dataset.tab = "page";
  });
}

// Arrow keys go through the buttons of a group, as in every program.
function arrows(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  if (!(event.key in step)) return;
  const all = [...event.currentTarget.querySelectorAll("button")];
  const at = all.indexOf(document.activeElement) + step[event.key];
  const next = all[(at + all.length) % all.length];
  event.preventDefault();
  next.focus();
  next.click();
}

function setGrader(name) {
  if (!name) return;
  state.grader = name;
  sessionStorage.setItem("pith-grader", name); // of this tab
  $("to-grader").textContent = name;
  loadList({ at: list.at, keepScroll: true });
  if (state.page) openPage(state.page, { keepScroll: true });
}

// --- what waits, and where the review is ---------------------------------------

// Cookies of this machine are seen on all ports: a tab on an old port, whose
// server is gone, reads there where the review is now.
function placeCookie() {
  return `pith_at_${state.store.slice(0, 16)}`;
}

function noteAddress(address) {
  document.cookie = `${placeCookie()}=${address}; SameSite=Strict; Path=/`;
}

function sayMoved() {
  const found = document.cookie.match(new RegExp(`${placeCookie()}=([0-9.:]+)`));
  const place = found?.[1] ?? location.host;
  $("moved").hidden = place === location.host;
  if ($("moved").hidden) return;
  const link = make("a", "", `http://${place}/`);
  link.href = link.textContent;
  $("moved").replaceChildren("This review is now at ", link);
}

function openWaiting() {
  const { store, address, also } = app.about;
  state.store = store;
  noteAddress(address);
  sayMoved();
  let count = 0;
  let isAway = false;
  const draw = () => { // a grade on its way is no news
    $("unsaved").hidden = count === 0 || (count === 1 && !isAway);
    $("unsaved").textContent = `${count} not saved yet` +
      (isAway ? ": the server does not answer" : "");
  };
  openQueue(store, {
    count: (now) => { count = now; draw(); },
    async away(now) {
      const back = isAway && !now;
      isAway = now;
      draw();
      if (back) noteAddress((await get("/api/state")).address);
      sayMoved();
    },
  });
  for (const port of also.split(" ").filter((one) => one !== location.port &&
    one !== "")) {
    const frame = make("iframe", "");
    frame.hidden = true;
    frame.title = "Grades that wait on an earlier port";
    frame.src = `http://127.0.0.1:${port}/drain#${store}`;
    document.body.append(frame);
  }
  dropOldDrafts();
}

async function begin() {
  const place = recall();
  app.about = await get("/api/state");
  openWaiting();
  if (location.search) history.replaceState(null, "", location.pathname +
    location.hash); // the token is in the cookie now
  state.grader = app.about.guest ? app.about.grader
    : sessionStorage.getItem("pith-grader") ?? app.about.grader;
  state.losses = app.about.losses === 1;
  $("title").textContent = app.about.title;
  $("to-grader").textContent = state.grader;
  $("alpha").value = Math.round(state.alpha * 100);
  $("go-on").checked = state.goOn;
  $("intro").hidden = localStorage.getItem("pith-intro") !== null;
  fillMethods();
  setMode(state.mode);
  $("to-plain").setAttribute("aria-pressed", state.plain);
  connect();
  waitForTitles();
  if (app.about.sites > 1) state.siteSample = app.about.sample;
  if (app.about.site) return openSite(app.about.site, app.about.title, place.page);
  await loadList();
  drawHead();
  if (place.site) {
    app.atSite = list.find(place.site);
    const row = list.rows.get(app.atSite);
    if (row) return openSite(row.id, row.name, place.page);
  }
  return list.choose(0);
}

safely(begin);
