// The start page of pith serve: sends what is pasted to /v1/extract and shows the
// answer. Whatever comes from a page is set as textContent only, never as HTML,
// so a hostile page has nothing to run; the policy of the document says the same.
"use strict";

const $ = (id) => document.getElementById(id);
const made = (name, text, kind) => {
  const element = document.createElement(name);
  element.textContent = text;
  if (kind) element.className = kind;
  return element;
};

let token = new URLSearchParams(location.search).get("token") || "";
let result = null; // {record, text, bytes}

const say = (text, wrong) => {
  $("state").textContent = text;
  $("state").className = wrong ? "wrong" : "";
};

// One request; throws what the server says. A page goes as JSON, so that the
// offsets of the answer count bytes of UTF-8.
async function ask(source, to) {
  const options = { method: $("method").value, balance: $("balance").value };
  const headers = token ? { Authorization: "Bearer " + token } : {};
  let request;
  if (source.url) {
    const query = new URLSearchParams({ url: source.url, to, ...options });
    request = fetch("v1/extract?" + query, { headers });
  } else {
    headers["Content-Type"] = "application/json";
    const body = JSON.stringify({ html: source.html, to, ...options });
    request = fetch("v1/extract", { method: "POST", headers, body });
  }
  const answer = await request;
  if (answer.ok) return answer;
  const { error } = await answer.json();
  if (answer.status === 401) $("token-label").hidden = false;
  throw new Error(error.message + (error.remedy ? "; " + error.remedy : ""));
}

const isAddress = (text) => /^https?:\/\/\S+$/i.test(text.trim());

async function run() {
  const file = $("file").files[0];
  const typed = $("page").value;
  if (!file && !typed.trim()) return say("Paste a page first.", true);
  token = $("token").value || token;
  const html = file ? await file.text() : typed;
  const source = !file && isAddress(typed) ? { url: typed.trim() } : { html };
  say("Working …");
  const record = await (await ask(source, "json")).json();
  const [text, markdown] = await Promise.all(
    ["text", "md"].map(async (to) => (await ask(source, to)).text()));
  const bytes = source.url ? null : new TextEncoder().encode(html);
  result = { record, text, markdown, bytes };
  say("");
  $("answer").hidden = false;
  showFacts(record);
  choose("text");
}

function showFacts(record) {
  const names = ["title", "byline", "date", "lang", "site_name", "method",
    "page_type", "confidence", "encoding"];
  const rows = names.filter((name) => record[name] !== undefined);
  $("facts").replaceChildren(...rows.flatMap((name) => [
    made("dt", name.replace("_", " ")), made("dd", String(record[name]))]));
}

// The source of a span without its tags: short, and only ever text.
function plain(from, to) {
  if (!result.bytes) return `bytes ${from} to ${to}`;
  const source = new TextDecoder().decode(result.bytes.subarray(from, to));
  const inner = new DOMParser().parseFromString(source, "text/html");
  inner.querySelectorAll("script,style,template,noscript").forEach((e) => e.remove());
  const text = inner.body.textContent.replace(/\s+/g, " ").trim();
  return text.length > 400 ? text.slice(0, 400) + " …" : text;
}

function showBlocks() {
  const most = 500;
  const spans = (result.record.spans || []).map((span) => {
    const text = plain(span.from, span.to);
    if (!text) return null;
    const block = document.createElement("div");
    block.className = "block " + (span.label === "content" ? "content" : "navigation");
    const verdict = span.label === "content" ? "kept" : "cut";
    block.append(made("p", text), made("div", `${verdict}, score ` +
      `${Number(span.score).toFixed(2)}: ${span.reason}`, "why"));
    return block;
  }).filter(Boolean);
  $("panel").replaceChildren(...spans.slice(0, most));
  if (spans.length > most)
    $("panel").append(made("p", `… and ${spans.length - most} more`));
}

function choose(form) {
  for (const tab of $("tabs").children) {
    const chosen = tab.dataset.form === form;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    if (chosen) $("panel").setAttribute("aria-labelledby", tab.id);
  }
  if (form === "blocks") return showBlocks();
  const text = form === "text" ? result.text : form === "md" ? result.markdown
    : JSON.stringify(result.record, null, 1);
  $("panel").replaceChildren(made("pre", text || "(nothing)"));
}

$("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  run().catch((error) => say(String(error.message || error), true));
});
$("page").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
    $("ask").requestSubmit();
});
$("page").addEventListener("input", () => { $("file").value = ""; });
$("tabs").addEventListener("click", (event) => {
  if (event.target.dataset.form) choose(event.target.dataset.form);
});
$("tabs").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const tabs = [...$("tabs").children];
  const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
  choose(next.dataset.form);
  next.focus();
});
