// loop.mjs SITES ROOM: the whole way of a grade. Two graders in two browsers
// grade the same four sites, and disagree about one; the first corrects three
// blocks of a page and grades the page, which is finished then. What the page
// exports goes to ROOM, for `pith eval` to read (run_browser.py). The server
// listens on every address, as for graders on other machines; the invitation
// leads where the first of them came by.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, equal, finish, openBrowser, painted, startPith, until }
  from "./browser.js";

const [input, room] = process.argv.slice(2);
const server = startPith([input, "--store", join(room, "loop.db"), "--grader",
  "anna", "--listen", `0.0.0.0:${20000 + (process.pid % 20000)}`]);
const reached = (url) => url.replace("0.0.0.0", "127.0.0.1");
const given = { anna: "5435", boris: "5455" };

const open = async (url) => {
  const browser = await openBrowser();
  await browser.page.goto(url);
  await browser.page.waitForSelector(".row");
  await until(browser.page, () => document.getElementById("list-title")
    .textContent === "bicycle-workshop");
  await painted(browser.page);
  return browser;
};

// Block after block, as the keys go; each correction is on disk before the next.
async function correctBlocks(page, count) {
  await page.click("[data-side=blocks]");
  for (let i = 1; i <= count; i++) {
    await page.keyboard.press(".");
    await until(page, () => document.querySelector(".block.picked"));
    await page.keyboard.press("d");
    await until(page, (wanted) => document.querySelectorAll(".block.fixed")
      .length === wanted, i);
  }
}

async function gradeSites(page, keys) {
  for (const key of keys) {
    const name = await page.textContent("#list-title");
    await page.keyboard.press(key);
    await until(page, (old) => document.getElementById("list-title")
      .textContent !== old && document.querySelector(".row[aria-selected=true]"),
    name);
    await painted(page);
  }
}

const take = (page, path, post) => page.evaluate(async ([where, method]) =>
  (await fetch(where, { method })).text(), [path, post ? "POST" : "GET"]);

const anna = await open(reached(await server.url));
await correctBlocks(anna.page, 3);
await anna.page.keyboard.press("7");
await until(anna.page, async () => (await (await fetch("/api/marks")).json())
  .marks.some((mark) => mark.kind === "page" && mark.value === "N-S-"));
await painted(anna.page);
await gradeSites(anna.page, given.anna);
const invited = JSON.parse(await take(anna.page, "/api/grader?name=boris", true));
check(invited.url.startsWith("http://127.0.0.1:"), `invited to ${invited.url}`);
const boris = await open(invited.url);
await gradeSites(boris.page, given.boris);
for (const [name, path] of [["grades.csv", "/api/grades/csv"],
  ["grades.jsonl", "/api/grades/jsonl"], ["corrections.jsonl", "/api/gold.jsonl"]]) {
  const text = await take(anna.page, path);
  check(text.length > 0, `${path} is empty`);
  writeFileSync(join(room, name), text);
}
equal([...anna.errors, ...boris.errors], [], "errors of the pages");
await anna.close();
await boris.close();
await server.stop();
finish("two graders, nine grades, three corrections exported");
