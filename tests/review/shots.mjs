// shots.mjs INPUT OUT STORE [losses]: the pictures of docs/lab/review, made on demand:
//   python3 tests/review/run_browser.py --pith build/pith --shots docs/lab/review
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openBrowser, painted, startPith, until } from "./browser.js";

const [input, out, store, part] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const server = startPith([input, "--store", store, "--grader", "anna"]);
const url = await server.url;

async function open(options) {
  const browser = await openBrowser(options);
  await browser.page.goto(url);
  await browser.page.waitForSelector(".row", { state: "attached" });
  return browser;
}

async function shot(page, name) {
  await until(page, () => document.querySelector(".toast") === null);
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(out, `${name}.png`) });
}

async function openSite(page, name) {
  await painted(page);
  await page.evaluate(() => document.getElementById("intro-close").click());
  await page.keyboard.press("u");
  await page.fill("#search", name);
  await until(page, (wanted) =>
    document.querySelector("#row-0 b")?.textContent === wanted, name);
  await page.click("#row-0");
  await painted(page);
}

async function learnt(page) {
  await page.waitForTimeout(300);
  await until(page, () => document.getElementById("learning").hidden, null, 120);
  await painted(page);
}

async function light() {
  const { page, close, errors } = await open({ colorScheme: "light" });
  await painted(page);
  await page.waitForTimeout(3000);
  await shot(page, "first");
  await openSite(page, "harbour-gazette");
  for (let i = 0; i < 3; i++) await page.keyboard.press("j");
  await painted(page);
  await page.selectOption("#method", "site-auto");
  await learnt(page);
  for (let i = 0; i < 3; i++) await page.keyboard.press(".");
  await page.click("[data-side=blocks]");
  await shot(page, "page");
  await page.keyboard.press("Escape");
  await page.selectOption("#with", "sentence-compat");
  await page.waitForTimeout(600);
  await shot(page, "compare");
  await page.keyboard.press("c");
  await page.keyboard.press("v");
  await page.waitForTimeout(400);
  await shot(page, "vips");
  await page.keyboard.press("v");
  await page.keyboard.press("p");
  await page.waitForTimeout(600);
  await shot(page, "partner");
  await page.keyboard.press("Escape");
  await page.keyboard.press("t");
  await page.waitForTimeout(600);
  await shot(page, "template");
  await page.keyboard.press("Escape");
  await page.evaluate(() => { document.getElementById("go-on").click(); });
  for (const key of ["5", "9"]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(200);
  }
  await page.evaluate(() => { document.getElementById("go-on").click(); });
  await page.keyboard.press("u");
  await page.waitForTimeout(500);
  await page.keyboard.press("j");
  for (const key of "5453545254") {
    await page.waitForTimeout(350);
    await page.keyboard.press(key);
  }
  await page.waitForTimeout(300);
  await page.keyboard.press("r");
  await page.waitForTimeout(900);
  await shot(page, "report");
  await page.keyboard.press("Escape");
  if (errors.length) console.error(errors);
  await close();
}

async function dark() {
  const { page, close } = await open({ colorScheme: "dark" });
  await openSite(page, "harbour-gazette");
  await page.keyboard.press("j");
  await page.waitForTimeout(400);
  await shot(page, "dark");
  await close();
}

async function phone() {
  const { page, close } = await open({ viewport: { width: 390, height: 780 },
    deviceScaleFactor: 2, isMobile: true, hasTouch: true });
  await painted(page);
  await page.click("#intro-close");
  await page.click(".phone [data-tab=list]");
  await page.click("#up");
  await page.waitForTimeout(500);
  await shot(page, "phone-list");
  await page.click("#row-4");
  await painted(page);
  await page.click("#phone-next");
  await painted(page);
  await page.click(".phone [data-tab=page]");
  await shot(page, "phone-page");
  await close();
}

// INPUT is lost.jsonl of an experiment.
async function losses() {
  const { page, close } = await open({ colorScheme: "light" });
  await painted(page);
  await page.selectOption("#method", "sentence");
  await until(page, () => !document.getElementById("loss").hidden);
  await page.keyboard.press("1");
  await page.waitForTimeout(400);
  await shot(page, "losses");
  await close();
}

if (part === "losses") {
  await losses();
} else {
  await light();
  await dark();
  await phone();
}
await server.stop();
