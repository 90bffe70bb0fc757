// faults.mjs SITES ROOM GRADES KILLS: two graders in two browsers grade page
// after page while the server is killed (-9) again and again, its port changes
// once, a tab is closed while its grades wait, and one browser is offline for a
// while. Then every grade that was given is in the store exactly once, on the
// page that was seen when the key was pressed.
//
// What is seen is read from the pixels' document, the frame in front, and not
// from the state of the program: every page of review_sites.py says its name.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { check, equal, finish, openBrowser, painted, startPith, until }
  from "./browser.js";

const [input, room, wanted, kills] = process.argv.slice(2);
const GRADES = Number(wanted);
const KILLS = Number(kills);
const store = join(room, "faults.db");
const base = 21000 + (process.pid % 9000);
const keys = { 7: "N-S-", 8: "N+S-", 9: "N-S+", 0: "N+S+" };

let port = base;
let server;
const start = () => startPith([input, "--store", store, "--grader", "anna",
  "--port", String(port)]);

// The page in front, as a person would name it.
const seen = (page) => page.evaluate(() => {
  const frame = document.querySelector(".sheets iframe:not(.back)");
  return frame.contentDocument.querySelector(".name")
    ?.textContent.split("/")[1] ?? "";
});
const count = (page) => page.evaluate(() => Object.keys(localStorage)
  .filter((key) => key.startsWith("pith-unsent ")).length);

class Grader {
  constructor(name, address) {
    this.name = name;
    this.address = address;
    this.given = []; // [page, grade] as it was seen and typed
  }

  async open() {
    this.browser = await openBrowser();
    this.page = this.browser.page;
    await this.page.goto(this.address);
    await this.page.waitForSelector(".row");
    await painted(this.page);
  }

  // One press of a key. It counts when the list moved on, or when it waits;
  // a key that was refused (the page is not painted yet) does not.
  async grade() {
    const { page } = this;
    const key = "7890"[this.given.length % 4];
    const name = await this.ready();
    const before = await count(page);
    await page.keyboard.down(key);
    await page.keyboard.down(key); // held: the browser repeats it
    await page.keyboard.up(key);
    this.given.push([name, keys[key]]);
    const end = Date.now() + 20000;
    while (Date.now() < end) { // moved on, or waiting on the same page
      if (await seen(page) !== name) return;
      if (await count(page) > before) {
        await page.waitForTimeout(30);
        if (await page.isVisible("#unsaved")) return;
      }
      await page.waitForTimeout(5);
    }
    throw new Error(`${this.name}: ${key} on ${name} led nowhere`);
  }

  // Wait until the page that is shown may be graded; returns its name.
  async ready() {
    await until(this.page, () => document.body.dataset.painted === "1");
    return seen(this.page);
  }

  // Everything is saved; go on from where the grader is.
  async settle() {
    await until(this.page, () => document.getElementById("unsaved").hidden);
  }

  async next() {
    const name = await seen(this.page);
    await this.page.keyboard.press("j");
    await until(this.page, (old) => document.querySelector(
      ".sheets iframe:not(.back)").contentDocument
      .querySelector(".name")?.textContent.split("/")[1] !== old, name);
  }
}

const rows = () => JSON.parse(execFileSync("python3", ["-c", `
import json, sqlite3, sys
base = sqlite3.connect(sys.argv[1])
print(json.dumps(base.execute("SELECT m.grader, s.name || '/' || p.name, m.value"
  " FROM mark m JOIN page p ON p.id = m.page JOIN site s ON s.id = m.site"
  " WHERE m.kind = 'page' ORDER BY m.id").fetchall()))`, store]));

// --- the story ----------------------------------------------------------------

server = start();
const url = await server.url;
const anna = new Grader("anna", url);
await anna.open();
const invited = await anna.page.evaluate(async () =>
  (await fetch("/api/grader?name=boris", { method: "POST" })).json());
const boris = new Grader("boris", invited.url);
await boris.open();
const graders = [anna, boris];

let killed = 0;
const total = () => anna.given.length + boris.given.length;
while (total() < GRADES) {
  for (const one of graders) {
    await one.grade();
    if (await one.page.isVisible("#unsaved")) continue;
    if (await seen(one.page) === one.given.at(-1)[0]) await one.next();
  }
  if (killed < KILLS && total() >= (killed + 1) * GRADES / (KILLS + 2)) {
    killed++;
    // The grades after it meet a server that is gone, or going.
    const gone = server.stop("SIGKILL");
    if (killed % 2) await gone;
    for (const one of graders) await one.grade();
    await gone;
    if (killed === 1) { // nothing moves on while the server is away
      const name = await seen(anna.page);
      await anna.page.keyboard.press("j");
      await anna.ready();
      await anna.page.keyboard.press("8");
      anna.given.push([name, keys[8]]);
      await until(anna.page, () => document.getElementById("unsaved")
        .textContent.startsWith("2 not"));
      equal(await seen(anna.page), name, "the page while the server is away");
    }
    if (killed === Math.ceil(KILLS / 2)) { // another port from now on
      port = base + 1;
      await boris.browser.page.close(); // and one tab with it
      server = start();
      boris.page = await boris.browser.context.newPage();
      await boris.page.goto((await server.url).replace(/token=.*/,
        `token=${invited.url.split("=")[1]}`));
      await painted(boris.page);
    } else {
      server = start();
      await server.url;
    }
    if (killed === 2) { // offline for a while; the queue says how many wait
      await boris.browser.context.setOffline(true);
      await boris.grade();
      check(/^\d+ not/.test(await boris.page.textContent("#unsaved")),
        "the bar says how many wait");
      await boris.browser.context.setOffline(false);
    }
    for (const one of graders) await one.settle();
    for (const one of graders)
      if (await seen(one.page) === one.given.at(-1)[0]) await one.next();
  }
}
for (const one of graders) await one.settle();
const said = await anna.page.textContent("#moved");
check(said.includes(`127.0.0.1:${port}`), `the old tab says ${said}`);
// What waited in the closed tab comes through the new one.
let found = rows();
for (let i = 0; i < 300 && found.length < total(); i++) {
  await anna.page.waitForTimeout(50);
  found = rows();
}
for (const one of graders)
  equal(found.filter(([name]) => name === one.name)
    .map(([, page, value]) => `${page.split("/")[1]} ${value}`).sort(),
  one.given.map((pair) => pair.join(" ")).sort(), `grades of ${one.name}`);
equal(killed, KILLS, "kills");
for (const one of graders) {
  equal(one.browser.errors, [], "errors of the page");
  await one.browser.close();
}
await server.stop();
finish(`${found.length} grades, ${killed} times kill -9, one new port: each ` +
  "is stored once, on the page that was seen");
