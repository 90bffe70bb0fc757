// app.js: the review page: connects the controls and opens what was open last.
//
//   state.js ◄── sites.js   the list           page.js    the page, the panes
//                looks.js   how it is shown    correct.js choosing, correcting
//                grading.js grades, losses     press.js   keys
//
// These parts call each other; the files below them (api, list, stage, paint,
// side, grade, loss, sheets) know none of them.

import { get } from "./api.js";
import { setAlpha, setMethod, setMode, setWith, toggleVips } from "./looks.js";
import { openPage, togglePartner } from "./page.js";
import { press, presses } from "./press.js";
import * as sheets from "./sheets.js";
import { allSites, drawHead, drawSample, list, loadList, openSite, setSample }
  from "./sites.js";
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
  on("to-vips", "click", toggleVips);
  on("to-template", "click", presses.t);
  on("to-report", "click", presses.r);
  on("to-keys", "click", presses["?"]);
  on("to-grader", "click", () => sheets.showGrader(state, app.about.graders,
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
  app.about = await get("/api/state");
  if (location.search) history.replaceState(null, "", location.pathname +
    location.hash); // the token is in the cookie now
  state.grader = sessionStorage.getItem("pith-grader") ?? app.about.grader;
  state.losses = app.about.losses === 1;
  $("title").textContent = app.about.title;
  $("to-grader").textContent = state.grader;
  $("alpha").value = Math.round(state.alpha * 100);
  $("go-on").checked = state.goOn;
  fillMethods();
  setMode(state.mode);
  connect();
  if (app.about.sites > 1) state.siteSample = app.about.sample;
  if (app.about.site) return openSite(app.about.site, app.about.title, place.page);
  await loadList();
  drawHead();
  if (place.site) {
    app.atSite = list.find(place.site);
    const row = list.rows.get(app.atSite);
    if (row) return openSite(row.id, row.name, place.page);
  }
  if (matchMedia("(max-width: 900px)").matches)
    document.body.dataset.tab = "list";
  return undefined;
}

safely(begin);
