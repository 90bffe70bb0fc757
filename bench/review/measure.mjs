// measure.mjs SITE ROOM PAGES: see run.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openBrowser, painted, startPith, until }
  from "../../tests/review/browser.js";

const [site, room, wanted] = process.argv.slice(2);
const pages = Number(wanted);
const server = startPith([site, "--store", join(room, "bench.db")]);
const url = await server.url;

const say = (what) => console.error(`${what} ...`);
const round = (ms) => Math.round(ms * 10) / 10;
function summary(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const at = (share) => round(sorted[Math.min(sorted.length - 1,
    Math.floor(sorted.length * share))]);
  return { best: at(0), median: at(.5), p95: at(.95), worst: at(1) };
}

// Processor time of this program's children so far, in milliseconds: of the
// server, and of everything else, which is the browser. Does not depend on what
// else the machine does.
function spent() {
  const all = new Map();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = readFileSync(`/proc/${name}/stat`, "latin1")
        .replace(/^.*\) /, "").split(" ");
      all.set(Number(name), { parent: Number(fields[1]),
        ms: (Number(fields[11]) + Number(fields[12])) * 10 });
    } catch { /* it has just ended */ }
  }
  const mine = (id) => id === process.pid ||
    (all.has(id) && mine(all.get(id).parent));
  const sum = { server: 0, browser: 0 };
  for (const [id, { ms }] of all)
    if (id === server.child.pid) sum.server += ms;
    else if (id !== process.pid && mine(id)) sum.browser += ms;
  return sum;
}

// In the page: what the browser itself noted.
async function opening() {
  const browser = await openBrowser();
  const { page } = browser;
  await page.goto("about:blank");
  await page.goto(url);
  await page.waitForSelector(".row");
  const rows = await page.evaluate(() => performance.now());
  await painted(page);
  const paint = await page.evaluate(() =>
    performance.getEntriesByName("first-contentful-paint")[0].startTime);
  await browser.close();
  return { paint, rows };
}

// From a key to a painted frame, by the clock of the page.
async function switching(page, steps) {
  return page.evaluate(async (all) => {
    const times = [];
    const shown = () => document.title;
    for (const step of all) {
      const old = shown();
      const from = performance.now();
      if (step.key)
        document.dispatchEvent(new KeyboardEvent("keydown", { key: step.key }));
      else {
        document.getElementById("rows").scrollTop = step.at * 44;
        while (!document.getElementById(`row-${step.at}`))
          await new Promise((done) => setTimeout(done, 1));
        document.getElementById(`row-${step.at}`).click();
      }
      while (shown() === old)
        await new Promise((done) => setTimeout(done, 1));
      await new Promise((done) => requestAnimationFrame(done));
      times.push(performance.now() - from);
      await new Promise((done) => setTimeout(done, 60)); // a grader looks
    }
    return times;
  }, steps);
}

say("opening");
const openings = [];
for (let i = 0; i < 5; i++) openings.push(await opening());
const browser = await openBrowser();
const { page } = browser;
await page.goto(url);
await page.waitForSelector(".row");
await painted(page);
const total = await page.evaluate(async () =>
  (await (await fetch("/api/state")).json()).pages);
say("the next page");
const before = spent();
const next = await switching(page, Array(pages).fill({ key: "j" }));
const after = spent();
say("pages far apart");
const far = await switching(page, Array.from({ length: pages }, (_, i) =>
  ({ at: (i * 7919 + 101) % total })));
await page.selectOption("#method", "auto-site");
say("learning");
const learning = Date.now();
await until(page, () => document.getElementById("learning").hidden &&
  document.querySelector("#legend").textContent.includes("repeats"), null, 300);
const learnt = Date.now() - learning;
say("the next page, by its site");
const bySite = await switching(page, Array(pages).fill({ key: "j" }));
const search = await page.evaluate(async () => {
  const from = performance.now();
  await (await fetch("/api/pages?site=1&q=9&count=100")).json();
  return performance.now() - from;
});
console.log(JSON.stringify({ pages: total,
  first_paint: summary(openings.map((one) => one.paint)),
  first_rows: summary(openings.map((one) => one.rows)),
  next_page: summary(next),
  next_page_processor: {
    server: round((after.server - before.server) / pages),
    browser: round((after.browser - before.browser) / pages) }, far_page: summary(far),
  next_page_by_site: summary(bySite), learnt, search: round(search) }));
await browser.close();
await server.stop();
