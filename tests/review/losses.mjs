// losses.mjs LOST ROOM: a person sorts what searches lost. Opens lost.jsonl of
// an experiment, sees query, class by rule and the span that was cut, corrects
// one class by keyboard and one by a click, confirms a third; the server is
// killed in between and everything is there again. What was said goes to
// ROOM/said.json, for the report to be checked by.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, equal, finish, openBrowser, painted, startPith, until }
  from "./browser.js";

const [input, room] = process.argv.slice(2);
const options = [input, "--store", join(room, "losses.db"), "--grader", "anna",
  "--port", String(20000 + (process.pid % 20000))];
const lines = readFileSync(input, "utf8").trim().split("\n")
  .map((line) => JSON.parse(line)).sort((a, b) => a.id < b.id ? -1 : 1);
const keys = { "content-cut": "1", "not-isolated": "2", "boilerplate-relevant": "3",
  judgement: "4", "others-rose": "5" };
const said = [];

let server = startPith(options);
const browser = await openBrowser();
const { page } = browser;
const text = (id) => page.textContent(`#${id}`);

// The loss that is open, as the page shows it.
const open = () => page.evaluate(() => ({
  query: document.getElementById("loss-query").textContent,
  place: document.getElementById("loss-place").textContent,
  line: document.getElementById("loss-line").textContent,
  suggested: document.querySelector("#loss .suggested")?.dataset.value,
  pressed: document.querySelector("#loss [aria-pressed=true]")?.dataset.value,
  by: document.getElementById("loss-by").textContent,
}));

// What the frame outlines: its text, and whether it is in sight.
const outlined = () => page.evaluate(() => {
  const frame = document.querySelector(".sheets iframe:not(.back)");
  const all = [...frame.contentDocument.querySelectorAll("[data-lost=line]")];
  const height = frame.contentWindow.innerHeight;
  return { text: all.map((mark) => mark.textContent).join(" "),
    seen: all.some((mark) => [...mark.getClientRects()].some((box) =>
      box.top >= 0 && box.bottom <= height && box.height > 0)) };
});

// Loss `at` of page `which` is open, and outlined in its page.
async function opened(which, at) {
  const { id, losses } = lines[which];
  await until(page, ([name, query, place]) => {
    const frame = document.querySelector(".sheets iframe:not(.back)");
    return !document.getElementById("loss").hidden &&
      document.title.startsWith(`${name} `) &&
      document.getElementById("loss-query").textContent === query &&
      document.getElementById("loss-place").textContent === place &&
      frame.contentDocument.querySelector("[data-lost]");
  }, [id, losses[at].query, `loss ${at + 1} of ${losses.length}`]);
}

const saved = (count) => until(page, async (wanted) => (await (await fetch(
  "/api/marks")).json()).marks.length === wanted, count);

async function seeTheFirst() {
  const [loss] = lines[0].losses;
  await painted(page);
  await opened(0, 0);
  const seen = await open();
  equal(seen.suggested, loss.class, "the class by rule");
  equal(seen.pressed, undefined, "nothing was said yet");
  equal(seen.line, loss.spans[0].line, "the line that was cut");
  const cut = await outlined();
  check(cut.text.includes(loss.spans[0].line), `outlined: ${cut.text}`);
  check(cut.seen, "the cut line is in sight");
  check(!(await page.isVisible("#grade-site")), "no site is graded here");
}

async function stepThroughLosses() {
  await page.keyboard.press("l");
  await opened(0, 1);
  await page.keyboard.press("L");
  await opened(0, 0);
}

// Say something else than the rule did of loss `at` of page `which`.
async function sort(which, at, value, byClick = false) {
  const { id, losses } = lines[which];
  const { run, topic } = losses[at];
  if (byClick) await page.click(`#loss-classes [data-value=${value}]`);
  else await page.keyboard.press(keys[value]);
  said.push({ run, topic, id, class: value });
  await saved(said.length);
}

async function killAndRestart() {
  await server.stop("SIGKILL");
  server = startPith(options);
  await page.goto(await server.url);
  await page.waitForSelector(".row");
  await painted(page);
}

const other = (loss) => Object.keys(keys).find((name) => name !== loss.class);

await page.goto(await server.url);
await page.waitForSelector(".row");
await seeTheFirst();
await stepThroughLosses();
await sort(0, 0, other(lines[0].losses[0]));
await opened(0, 1); // it goes on
await killAndRestart();
await opened(0, 1); // with what is not sorted yet
await page.keyboard.press("L");
await opened(0, 0);
equal(await open().then(({ pressed, by }) => [pressed, by]),
  [said[0].class, "corrected"], "the correction outlived kill -9");
await page.keyboard.press("l");
await opened(0, 1);
await page.keyboard.press("g");
await page.keyboard.type("shared by all pages");
await page.keyboard.press("Enter");
await sort(0, 1, other(lines[0].losses[1]), true);
await opened(1, 0); // and goes on with the next page
equal(await page.inputValue("#comment-page"), "", "a comment is about one loss");
check((await text("rows")).includes("2 sorted"), "the list shows how many");
await sort(1, 0, other(lines[1].losses[0]));
await opened(2, 0);
await page.keyboard.press("z"); // that was wrong: the rule has it right
await saved(2);
said.pop();
await page.keyboard.press("k");
await opened(1, 0);
equal((await open()).pressed, undefined, "what was undone");
await sort(1, 0, lines[1].losses[0].class); // confirmed
await server.stop("SIGKILL");
equal(browser.errors, [], "errors of the page");
await browser.close();
writeFileSync(join(room, "said.json"), JSON.stringify(said));
finish("two classes corrected, one confirmed, killed twice, all of it found");
