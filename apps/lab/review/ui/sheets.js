// sheets.js: what opens over everything: keys, report, template, grader.

import { get, post, query } from "./api.js";
import { changeKey, keyFor, keysAreOff, turnKeys } from "./keys.js";
import { make } from "./side.js";

const sheet = document.getElementById("sheet");
const title = document.getElementById("sheet-title");
const tools = document.getElementById("sheet-tools");
const body = document.getElementById("sheet-body");

document.getElementById("sheet-close")
  .addEventListener("click", () => sheet.close());
sheet.addEventListener("click", (event) => {
  if (event.target === sheet) sheet.close();
});

export function sheetIsOpen() {
  return sheet.open;
}

export function closeSheet() {
  sheet.close();
}

function open(name, wide = false) {
  title.textContent = name;
  tools.replaceChildren();
  body.replaceChildren();
  body.className = wide ? "sheet-body wide" : "sheet-body";
  if (!sheet.open) sheet.showModal();
}

export function showKeys(keys) {
  open("Keys");
  const list = make("div", "keys");
  for (const [names, what] of keys) {
    const line = make("div", "");
    const fields = make("span", "");
    for (const key of names.split(" "))
      fields.append(key.length > 1 ? make("kbd", "", key) : keyField(key, what));
    line.append(make("span", "", what), fields);
    list.append(line);
  }
  const off = make("label", "check", " keys of one letter are off");
  const box = document.createElement("input");
  box.type = "checkbox";
  box.id = "keys-off";
  box.checked = keysAreOff();
  box.addEventListener("change", () => turnKeys(box.checked));
  off.prepend(box);
  body.append(off, list, make("p", "quiet", "Type another key into a field to " +
    "change it; empty it to have the old one again."));
}

function keyField(key, what) {
  const field = make("input", "key");
  field.value = keyFor(key);
  field.maxLength = 1;
  field.setAttribute("aria-label", `key ${key}: ${what}`);
  field.addEventListener("focus", () => field.select());
  field.addEventListener("change", () => {
    changeKey(key, field.value.trim());
    field.value = keyFor(key);
  });
  return field;
}

// The report is a document of its own, in a frame without scripts; our part is
// only the links to its other forms.
export function showReport(grader) {
  open("Report", true);
  for (const [name, path] of [["HTML", "/api/report/html"],
    ["CSV", "/api/report/csv"], ["JSON", "/api/report/json"],
    ["Gold", "/api/gold.jsonl"]]) {
    const link = make("a", "", name);
    link.href = path;
    link.download = path.endsWith("gold.jsonl") ? "gold.jsonl"
      : `review.${path.split("/").pop()}`;
    tools.append(link);
  }
  const who = make("button", "", grader ? `only ${grader}` : "everybody");
  who.type = "button";
  let one = false;
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-same-origin");
  frame.title = "Report";
  const load = () => {
    who.textContent = one ? `only ${grader}` : "all graders";
    frame.src = query("/api/report/html", { grader: one ? grader : "" });
  };
  who.addEventListener("click", () => {
    one = !one;
    load();
  });
  frame.addEventListener("load", () =>
    frame.contentDocument.addEventListener("keydown", (event) => {
      if (event.key === "Escape") sheet.close();
    }));
  tools.prepend(who);
  body.append(frame);
  load();
}

export async function showTemplate(site, name) {
  open(`Template of ${name}`);
  body.append(make("p", "quiet", "Learning the site …"));
  for (;;) {
    const learnt = await get("/api/template", { site });
    if (!sheet.open) return;
    if (learnt.stage === "learnt") return drawTemplate(learnt);
    body.firstChild.textContent =
      `Learning the site: ${learnt.done} of ${learnt.total} pages`;
    if (learnt.stage === "hopeless") return;
    await new Promise((done) => setTimeout(done, 300));
  }
}

function drawTemplate(learnt) {
  body.replaceChildren(make("p", "quiet",
    `${learnt.pages} pages are kept of about ${learnt.estimate} different ` +
    `ones, in ${learnt.clusters.length} clusters. Texts that at least half ` +
    "of a cluster's pages share:"));
  for (const cluster of learnt.clusters) {
    const head = make("h2", "cluster", `Cluster ${cluster.id} `);
    head.append(make("small", "", `${cluster.pages} pages, ` +
      `${cluster.texts.length} shared texts`));
    const list = make("div", "shared");
    for (const [pages, text] of cluster.texts) {
      const line = make("div", "");
      const gauge = make("div", "gauge");
      gauge.append(make("i", ""));
      gauge.firstChild.style.width = `${100 * pages / cluster.pages}%`;
      line.append(make("b", "", pages), gauge, make("span", "", text));
      list.append(line);
    }
    body.append(head, list);
  }
}

export function showGrader(state, { graders, guest }, done) {
  open("Who grades");
  if (guest)
    return body.append(make("p", "", `You grade as ${state.grader}.`));
  const form = make("form", "who-form");
  const input = document.createElement("input");
  const names = document.createElement("datalist");
  names.id = "graders";
  input.setAttribute("list", "graders");
  input.setAttribute("aria-label", "Name of the grader");
  input.value = state.grader;
  input.maxLength = 60;
  input.required = true;
  for (const name of graders) {
    const option = document.createElement("option");
    option.value = name;
    names.append(option);
  }
  form.append(input, names, make("button", "", "Grade as this"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sheet.close();
    done(input.value.trim());
  });
  body.append(form, make("p", "quiet", "Grades and corrections are kept by " +
    "name. The report shows how far graders agree (Cohen's kappa)."));
  body.append(inviteForm());
  input.select();
  return undefined;
}

// An address of their own for somebody else.
function inviteForm() {
  const form = make("form", "who-form");
  const name = document.createElement("input");
  const address = make("output", "invited");
  name.maxLength = 60;
  name.required = true;
  name.placeholder = "Name";
  name.setAttribute("aria-label", "Name of somebody to invite");
  form.append(name, make("button", "", "Invite"), address);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const { url } = await post("/api/grader", { name: name.value.trim() });
      address.textContent = url;
    } catch (failure) {
      address.textContent = failure.message;
    }
  });
  return form;
}
