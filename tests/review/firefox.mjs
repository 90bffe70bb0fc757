// firefox.mjs SITES ROOM: the same in Firefox, where layers, popovers, locks and
// sandboxes are somebody else's code: a page looks like a page, its marks are
// in sight, a key held down grades once, the server is killed and every grade
// arrives, words are corrected, and nothing leaves.

import { createRequire } from "node:module";
import { join } from "node:path";
import { check, equal, finish, painted, startPith, until } from "./browser.js";

const require = createRequire(join(process.env.PITH_MODULES, "x.js"));
const puppeteer = require("puppeteer-core");
const [input, room] = process.argv.slice(2);
const port = String(29000 + (process.pid % 2000));
const options = [input, "--store", join(room, "firefox.db"), "--grader", "anna",
  "--port", port];

let server = startPith(options);
const browser = await puppeteer.launch({ browser: "firefox", headless: true,
  executablePath: process.env.PITH_FIREFOX ?? "/usr/bin/firefox-esr",
  protocolTimeout: 180000 });
process.on("exit", () => browser.process()?.kill("SIGKILL"));
const page = await browser.newPage();
page.waitForTimeout = (ms) => new Promise((done) => setTimeout(done, ms));
page.setDefaultTimeout(120000);
const left = [];
const errors = [];
page.on("request", (request) => {
  if (!/^(http:\/\/127\.0\.0\.1:|data:|about:)/.test(request.url()))
    left.push(request.url());
});
page.on("pageerror", (error) => errors.push(String(error)));
const marks = () => page.evaluate(async () =>
  (await (await fetch("/api/marks")).json()).marks);
const stored = (count) => until(page, async (wanted) =>
  (await (await fetch("/api/marks")).json()).marks.length === wanted, count);

await page.setViewport({ width: 1280, height: 800 });
await page.goto(await server.url);
await painted(page);

// Sheets and images that lie beside the page, and marks over them.
const seen = await page.evaluate(() => {
  const { contentDocument: shown, contentWindow: view, veil } =
    document.querySelector(".sheets iframe:not(.back)");
  return { header: view.getComputedStyle(shown.querySelector("header"))
    .backgroundColor, image: shown.querySelector("img").naturalWidth,
  open: veil.host.matches(":popover-open"), boxes: veil.found.length,
  hidden: veil.hidden };
});
check(seen.header !== "rgba(0, 0, 0, 0)", `the header is ${seen.header}`);
equal(seen.image, 32, "the image beside the page");
check(seen.open && seen.boxes > 10, `marks: ${JSON.stringify(seen)}`);

// A held key is one grade of the page that is seen.
await page.click("#intro-close");
const name = () => page.evaluate(() => document.querySelector(
  ".sheets iframe:not(.back)").contentDocument.querySelector(".name").textContent);
const given = [];
async function grade(key, value) {
  await painted(page);
  given.push(`${await name()} ${value}`);
  await page.keyboard.down(key);
  await page.keyboard.down(key);
  await page.keyboard.up(key);
}
await grade("8", "N+S-");
await stored(1);
await grade("0", "N+S+");
await stored(2);

// Killed; the next grade waits, nothing moves on, and it arrives.
await painted(page);
await server.stop("SIGKILL");
const before = await name();
await grade("9", "N-S+");
await until(page, () => !document.getElementById("unsaved").hidden);
await page.keyboard.press("j");
await page.waitForTimeout(500);
equal(await name(), before, "the page while the server is away");
server = startPith(options);
await server.url;
await until(page, () => document.getElementById("unsaved").hidden);
await stored(3);
const pages = await page.evaluate(async () => (await (await fetch(
  "/api/pages?site=" + new URLSearchParams(location.hash.slice(1)).get("site"))
).json()).items);
equal((await marks()).map((one) => `${pages.find((row) => row.id === one.page)
  ?.name} ${one.value}`).sort(), given.map((one) => one.split("/")[1]).sort(),
"grades and the pages they were given to");

// Words, not the block.
const words = await page.evaluate(() => {
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
  "pith-nav[data-fixed]")].map((m) => m.textContent).join("") === wanted, words);
await page.keyboard.press("z");
await stored(3);

equal(errors, [], "errors of the page");
equal(left, [], "requests that leave");
await browser.close();
await server.stop();
finish("Firefox: pages look like pages, three grades over a kill -9, words corrected");
