// The search page: asks /v1/search for three runs and shows them side by side.
// Texts of pages are set as textContent only; addresses become links only where
// they are http or https.
"use strict";

const RUNS = ["basic", "cut", "weighted"];
const $ = (id) => document.getElementById(id);
const made = (name, text, kind) => {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (kind) element.className = kind;
  return element;
};
const token = new URLSearchParams(location.search).get("token") || "";
const headers = token ? { Authorization: "Bearer " + token } : {};

const say = (text, wrong) => {
  $("state").textContent = text;
  $("state").className = wrong ? "wrong" : "";
};

async function get(path, query) {
  const answer = await fetch(path + "?" + new URLSearchParams(query), { headers });
  const body = await answer.json();
  if (answer.ok) return body;
  throw new Error(body.error.message + (body.error.remedy ? "; " + body.error.remedy : ""));
}

// Highlights count bytes of UTF-8.
function snippet(result) {
  const line = made("p", undefined, "snippet");
  const bytes = new TextEncoder().encode(result.snippet || "");
  const text = (from, to) => new TextDecoder().decode(bytes.subarray(from, to));
  let at = 0;
  for (const [from, to] of result.highlights) {
    line.append(text(at, from), made("mark", text(from, to)));
    at = to;
  }
  line.append(text(at, bytes.length));
  return line;
}

function title(result) {
  const name = made("h3");
  const text = result.title || result.id;
  const web = /^https?:\/\//i.test(result.url || "");
  const link = made(web ? "a" : "span", text);
  if (web) {
    link.href = result.url;
    link.rel = "noreferrer noopener";
  }
  name.append(`${result.rank}. `, link);
  return name;
}

// Where the same page is in the other runs.
function moved(result, run, ranks) {
  const others = RUNS.filter((other) => other !== run).map((other) => {
    const rank = ranks[other].get(result.id);
    return `${other} ${rank ? rank : "not among these"}`;
  });
  return made("p", `score ${result.score.toFixed(3)}; ${others.join(", ")}`, "moved");
}

function why(result) {
  const box = made("details");
  const table = made("table");
  const head = made("tr");
  for (const name of ["word", "in content", "in boilerplate"]) head.append(made("th", name));
  table.append(head);
  for (const word of result.why) {
    const row = made("tr");
    row.append(made("td", word.word), made("td", String(word.content)),
      made("td", String(word.boilerplate)));
    table.append(row);
  }
  box.append(made("summary", "why it ranks here"),
    result.why.length ? table : made("p", "by its title or by links to it"),
    made("p", `${result.words} words on the page`));
  return box;
}

function show(run, answer, ranks) {
  const list = document.querySelector(`[data-run=${run}] ol`);
  list.replaceChildren(...answer.results.map((result) => {
    const item = made("li");
    item.tabIndex = -1;
    item.append(title(result), made("div", result.url || result.id, "where"),
      snippet(result), moved(result, run, ranks), why(result));
    return item;
  }));
  if (!answer.results.length) list.append(made("li", "nothing found"));
}

let asked = 0;
async function search() {
  const q = $("q").value.trim();
  if (!q) return say("Type some words first.", true);
  const mine = ++asked;
  say("Searching …");
  const method = $("method").value;
  const answers = await Promise.all(RUNS.map((run) => get("v1/search", { q, run, method })));
  if (mine !== asked) return undefined; // a later search has overtaken it
  const ranks = {};
  RUNS.forEach((run, i) => {
    ranks[run] = new Map(answers[i].results.map((one) => [one.id, one.rank]));
  });
  RUNS.forEach((run, i) => show(run, answers[i], ranks));
  say(RUNS.map((run, i) => `${run}: ${answers[i].total} pages`).join(", "));
  const place = new URLSearchParams({ q, method });
  if (token) place.set("token", token);
  return history.replaceState(null, "", "?" + place);
}

async function suggest() {
  const q = $("q").value;
  if (q.trim().length < 2) return;
  const { suggestions } = await get("v1/suggest", { q });
  $("suggestions").replaceChildren(...suggestions.map((text) => {
    const option = made("option");
    option.value = text;
    return option;
  }));
}

// j and k move over the results of all columns, / goes to the query.
function move(step) {
  const items = [...document.querySelectorAll("#runs li")];
  const at = items.indexOf(document.activeElement.closest("li"));
  const next = items[Math.min(Math.max(at + step, 0), items.length - 1)];
  if (next) next.focus();
}

const failed = (error) => say(String(error.message || error), true);
$("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  search().catch(failed);
});
$("q").addEventListener("input", () => suggest().catch(() => {}));
document.addEventListener("keydown", (event) => {
  if (/^(input|select|textarea)$/i.test(event.target.tagName) ||
      event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "j" || event.key === "k") move(event.key === "j" ? 1 : -1);
  else if (event.key === "/") $("q").focus();
  else return;
  event.preventDefault();
});

get("v1/index", {}).then(({ pages, methods }) => {
  $("method").replaceChildren(...methods.map((name) => made("option", name)));
  const place = new URLSearchParams(location.search);
  if (methods.includes(place.get("method"))) $("method").value = place.get("method");
  say(`${pages} pages; j and k move over the results, / goes to the query`);
  $("q").value = place.get("q") || "";
  if ($("q").value) search().catch(failed);
}).catch(failed);
