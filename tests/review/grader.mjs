// grader.mjs SITES ROOM: what a grader does. Opens a site, switches methods,
// toggles the shading, corrects a verdict, grades ten sites by keyboard; the
// server is killed in between and started again; then every grade is there, and
// the report says what was typed.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check, equal, finish, openBrowser, painted, startPith, until }
  from "./browser.js";

const [input, room] = process.argv.slice(2);
const store = join(room, "grader.db");
const typed = [..."5435425354"];
const port = String(20000 + (process.pid % 20000));
const options = [input, "--store", store, "--grader", "anna", "--port", port];

let server = startPith(options);
const browser = await openBrowser();
const { page } = browser;

const text = (selector) => page.textContent(selector);
const title = () => text("#list-title");
const marks = () => page.evaluate(() => {
  const frame = document.querySelector(".sheets iframe:not(.back)");
  const all = [...frame.contentDocument.querySelectorAll("pith-nav")];
  const seen = (mark) => mark.getClientRects().length > 0;
  return { all: all.length, cut: all.filter((m) => m.dataset.l === "1").length,
    seen: all.filter(seen).length, diff: all.filter((m) =>
      m.hasAttribute("data-diff")).length,
    picked: all.filter((m) => m.hasAttribute("data-picked")).length,
    fixed: all.filter((m) => m.hasAttribute("data-fixed")).length };
});
const ask = (path) => page.evaluate(async (where) =>
  (await fetch(where)).json(), path);

async function openSite() {
  await until(page, () => document.getElementById("list-title").textContent ===
    "bicycle-workshop");
  await painted(page);
  equal(await title(), "bicycle-workshop", "the site that is open");
  check(await page.isVisible("#intro"), "three sentences say what to do");
  await page.click("#intro-close");
  check((await text("#grade-page")).includes("cut too much"),
    "grades explain themselves");
  await until(page, () => !document.querySelector("#row-0 b").textContent
    .includes(".html"));
  check((await text("#row-0 small")).includes("sure 0."), "confidence in the list");
  check(!page.url().includes("token"), "the token stays in the address");
}

// Sheets, one that another imports, and images that lie beside the page.
async function lookLikePages() {
  const seen = await page.evaluate(() => {
    const { contentDocument: shown, contentWindow: view } =
      document.querySelector(".sheets iframe:not(.back)");
    return { header: view.getComputedStyle(shown.querySelector("header"))
      .backgroundColor, image: shown.querySelector("img").naturalWidth,
    imported: view.getComputedStyle(shown.querySelector("main h2"))
      .backgroundImage };
  });
  check(seen.header !== "rgba(0, 0, 0, 0)", `the header is ${seen.header}`);
  equal(seen.image, 32, "the image beside the page");
  check(seen.imported.includes("/part/"), `imported: ${seen.imported}`);
}

async function switchMethods() {
  const first = await marks();
  check(first.all > 20 && first.cut > 5, `auto cut ${first.cut}`);
  await page.selectOption("#method", "sentence-compat");
  await until(page, () => document.querySelector("#legend").textContent
    .includes("none"));
  await page.selectOption("#method", "chain");
  await until(page, () => document.querySelector("#legend").textContent
    .includes("repeats"));
  const chain = await marks();
  check(chain.cut > 5, `chain cut ${chain.cut}`);
  await page.selectOption("#with", "sentence-compat");
  await until(page, () => document.querySelectorAll(".pane").length === 2);
  await painted(page);
  await page.keyboard.press("c");
  await until(page, () => document.querySelectorAll(".pane").length === 1);
  await page.selectOption("#method", "auto");
  await until(page, () => document.querySelector("#legend").textContent
    .includes("menu"));
}

async function toggleShading() {
  const shaded = await marks();
  equal(shaded.seen, shaded.all, "shaded: everything is seen");
  await page.keyboard.press("x");
  const hidden = await marks();
  equal(hidden.seen, hidden.all - hidden.cut, "hidden: the rest is seen");
  await page.keyboard.press("x");
  equal(await page.getAttribute("[data-mode=boilerplate]", "aria-checked"), "true",
    "only boilerplate is chosen");
  await page.keyboard.press("x");
  const alpha = await page.inputValue("#alpha");
  await page.keyboard.press("]");
  check(await page.inputValue("#alpha") > alpha, "the shade got darker");
}

async function correctVerdict() {
  await page.click("[data-side=blocks]");
  await page.keyboard.press("."); // the first block: boilerplate
  check((await marks()).picked > 0, "a block is chosen in the page");
  equal(await page.locator(".block.picked").count(), 1,
    "and in the list of blocks");
  const before = await marks();
  await page.keyboard.press("d");
  await until(page, () => document.querySelectorAll(".block.fixed").length > 0);
  const after = await marks();
  check(after.fixed > 0 && after.cut < before.cut, "a corrected block is " +
    "content");
  await page.click("[data-side=text]");
  check((await text("#side")).includes("Bicycle Workshop"),
    "the text has what was corrected");
  await page.keyboard.press("z");
  await until(page, () => ![...document.querySelector(
    ".sheets iframe:not(.back)").contentDocument.querySelectorAll("pith-nav")]
    .some((m) => m.hasAttribute("data-fixed")));
  const frame = page.frameLocator(".sheets iframe:not(.back)");
  const mark = frame.locator("header b pith-nav[data-l='1']").first();
  await page.keyboard.press("Escape"); // nothing is chosen
  await mark.click(); // a click chooses, another one corrects
  let tip = "";
  for (let i = 0; i < 50 && !/boilerplate.*reason [a-z-]+, score/.test(tip); i++) {
    await page.mouse.move(5, 5);
    await mark.hover();
    await page.waitForTimeout(50);
    tip = await text("#tip");
  }
  check(/boilerplate.*reason [a-z-]+, score/.test(tip), `hovering shows ${tip}`);
  await page.keyboard.press("Escape");
  await mark.dblclick(); // selects a word, corrects nothing
  equal((await marks()).fixed, 0, "corrected by a double click");
  await page.evaluate(() => document.querySelector(".sheets iframe:not(.back)")
    .contentDocument.getSelection().removeAllRanges());
  await page.keyboard.press("Escape");
  await mark.click();
  await page.waitForTimeout(600); // longer than a double click
  await mark.click();
  await until(page, () => [...document.querySelector(
    ".sheets iframe:not(.back)").contentDocument.querySelectorAll("pith-nav")]
    .some((m) => m.hasAttribute("data-fixed")));
  await page.keyboard.press("z");
  await until(page, () => ![...document.querySelector(
    ".sheets iframe:not(.back)").contentDocument.querySelectorAll("pith-nav")]
    .some((m) => m.hasAttribute("data-fixed")));
  const paragraph = await page.evaluate(() => { // a part of a word and the next
    const { contentDocument: shown } = document.querySelector(
      ".sheets iframe:not(.back)");
    const inside = shown.querySelectorAll("main p")[2].querySelector("pith-nav");
    const [first, second] = inside.textContent.split(" ");
    shown.getSelection().setBaseAndExtent(inside.firstChild, first.length > 1 ? 1 : 0,
      inside.firstChild, first.length + 3);
    return `${first} ${second}`;
  });
  await page.keyboard.press("d");
  await until(page, (wanted) => [...document.querySelector(
    ".sheets iframe:not(.back)").contentDocument.querySelectorAll(
    "pith-nav[data-fixed]")].map((m) => m.textContent).join("") === wanted,
  paragraph);
  const [{ from, to }] = (await ask("/api/marks")).marks.filter((one) =>
    one.kind === "correction");
  const about = await ask(`/api/page?id=${new URLSearchParams(
    new URL(page.url()).hash.slice(1)).get("page")}`);
  equal(readFileSync(about.path).subarray(from, to).toString(), paragraph,
    "the bytes that were corrected");
}

async function drawBlocks() {
  await page.keyboard.press("v");
  await until(page, () => document.querySelector(".sheets iframe:not(.back)")
    .veil.extra.children.length > 2);
  await page.keyboard.press("v");
  equal(await page.evaluate(() => document.querySelector(
    ".sheets iframe:not(.back)").veil.extra.children.length), 0,
  "visual blocks go again");
}

async function lookAtPartner() {
  await page.keyboard.press("p");
  await until(page, () => !document.getElementById("grade-like").hidden);
  for (const key of "hnf") await page.keyboard.press(key);
  await page.keyboard.press("n");
  await until(page, async () => {
    const answer = await (await fetch("/api/marks")).json();
    return answer.marks.some((m) => m.kind === "similarity" &&
      m.value === "1010");
  });
  await page.keyboard.press("Escape");
  await page.keyboard.press("t");
  await until(page, () => document.querySelectorAll(".shared > div").length > 5);
  await page.keyboard.press("Escape");
}

// Grade as typed; the next site opens by itself.
async function gradeSites(from, to) {
  for (let i = from; i < to; i++) {
    const name = await title();
    if (i === from) {
      await page.keyboard.press("G");
      await page.keyboard.type("footer stays");
      await page.keyboard.press("Enter");
    }
    await page.keyboard.press(typed[i]);
    await until(page, (old) => {
      const now = document.getElementById("list-title").textContent;
      return now !== old && document.querySelector(".row[aria-selected=true]");
    }, name);
    await painted(page);
  }
}

// kill -9; then the next grade waits in the browser until the server is back.
// The new server has a new token, so the page is opened anew.
async function killAndRestart() {
  await server.stop("SIGKILL");
  await page.keyboard.press(typed[5]);
  await until(page, () => !document.getElementById("unsaved").hidden);
  server = startPith(options);
  await page.goto(await server.url);
  await until(page, () => document.getElementById("unsaved").hidden &&
    document.querySelector(".row"));
  await painted(page);
}

async function findGrades(count) {
  await page.keyboard.press("u");
  await until(page, (wanted) => document.getElementById("progress")
    .textContent === wanted, `${count} of 12`);
  equal(await page.locator(".badge").allTextContents(), typed.slice(0, count),
    "grades in the list");
}

// By the search, and again after a reload: the address has the place.
async function openByName(name) {
  await page.keyboard.press("/");
  await page.keyboard.type(name);
  await until(page, (wanted) => document.querySelector("#row-0 b")
    ?.textContent === wanted, name);
  await page.click("#row-0");
  await until(page, (wanted) => document.getElementById("list-title")
    .textContent === wanted, name);
  await painted(page);
  await page.reload();
  await page.waitForSelector(".row");
  await painted(page);
  equal(await title(), name, "the site that is open after a reload");
}

async function readReport() {
  await page.keyboard.press("r");
  const frame = page.frameLocator("#sheet-body iframe");
  const row = frame.locator("tr", { hasText: "here" }).first();
  await row.waitFor();
  const cells = (await row.locator("td, th").allTextContents())
    .map((cell) => cell.trim());
  const counted = [2, 3, 4, 5].map((grade) =>
    typed.filter((one) => Number(one) === grade).length);
  equal(cells.slice(3, 7).map((cell) => Number(cell.split(" ")[0])), counted,
    "counts of the report");
  const report = await ask("/api/report/json");
  const group = report.groups.find((one) => one.kind === "site");
  const mean = typed.reduce((sum, one) => sum + Number(one), 0) / typed.length;
  check(Math.abs(group.mean - mean) < 1e-9, `mean ${group.mean}, not ${mean}`);
  check(report.papers.length > 4, "the papers' figures are shown beside");
  check((await frame.locator("body").textContent()).includes("footer stays"),
    "comments are in the report");
  await page.keyboard.press("Escape");
}

await page.goto(await server.url);
await page.waitForSelector(".row");
await openSite();
await lookLikePages();
await switchMethods();
await toggleShading();
await correctVerdict();
await drawBlocks();
await lookAtPartner();
await gradeSites(0, 5);
await killAndRestart();
await findGrades(6);
await openByName((await ask("/api/sites")).items[6].name);
await gradeSites(6, 10);
await findGrades(10);
await readReport();
equal(browser.errors, [], "errors of the page");
equal(browser.dialogs, [], "dialogs");
const own = new URL(await server.url).origin;
equal(browser.requests.filter((url) => !url.startsWith(own) &&
  !url.startsWith("data:") && !url.startsWith("about:")), [],
  "requests that leave");
await browser.close();
await server.stop();
finish("ten sites graded, killed once, every grade found");
