// access.mjs SITES ROOM: whether everybody can grade. axe-core finds no
// violation in any state, light and dark, on a desktop and on a phone; a page and
// a site are graded by keyboard alone; keys can be turned off and changed; and
// what a screen reader would say of the boilerplate is there.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check, equal, finish, openBrowser, painted, startPith, until }
  from "./browser.js";

const [input, room] = process.argv.slice(2);
const server = startPith([input, "--store", join(room, "access.db")]);
const url = await server.url;
const axe = readFileSync(join(process.env.PITH_MODULES,
  "node_modules/axe-core/axe.min.js"), "utf8");
let states = 0;

async function audit(page, what) {
  await until(page, () => document.querySelector(".toast") === null);
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { iframes: false });
    return violations.map((one) => `${one.id}: ` +
      one.nodes.map((node) => node.target.join(" ")).slice(0, 4).join(", "));
  });
  equal(found, [], `axe: ${what}`);
  states++;
}

async function open(options) {
  const browser = await openBrowser({ bypassCSP: true, ...options });
  await browser.page.goto(url);
  await browser.page.waitForSelector(".row", { state: "attached" });
  await painted(browser.page);
  await browser.page.evaluate(axe);
  return browser;
}

async function walk(name, options) {
  const browser = await open(options);
  const { page } = browser;
  await audit(page, `${name}: a page, with the introduction`);
  await page.evaluate(() => document.getElementById("intro-close").click());
  for (const side of ["markdown", "blocks", "about", "text"]) {
    await page.evaluate((which) => document.querySelector(
      `[data-side=${which}]`).click(), side);
    await audit(page, `${name}: ${side}`);
  }
  for (const [key, what] of [["?", "keys"], ["r", "report"]]) {
    await page.keyboard.press(key);
    await page.waitForSelector("#sheet[open]");
    await audit(page, `${name}: ${what}`);
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("t");
  await until(page, () => document.querySelectorAll(".shared > div").length > 5);
  await audit(page, `${name}: template`);
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.getElementById("to-grader").click());
  await audit(page, `${name}: who grades`);
  await page.keyboard.press("Escape");
  await page.selectOption("#with", "sentence-compat");
  await until(page, () => document.querySelectorAll(".pane").length === 2);
  await painted(page);
  await audit(page, `${name}: two methods`);
  for (const tab of name.startsWith("phone") ? ["list", "side"] : []) {
    await page.click(`.phone [data-tab=${tab}]`);
    await audit(page, `${name}: ${tab}`);
  }
  equal(browser.errors, [], `errors: ${name}`);
  await browser.close();
}

async function keyboardOnly() {
  const browser = await open({});
  const { page } = browser;
  const marks = async () => (await page.evaluate(async () =>
    (await fetch("/api/marks")).json())).marks;
  // Tab to the button "0: both right" and press Enter.
  await page.evaluate(() => document.getElementById("go-on").click());
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement.ariaLabel
      ?.startsWith("N+S+"))) break;
  }
  await page.keyboard.press("Enter");
  await until(page, async () => (await (await fetch("/api/marks")).json())
    .marks.length === 1);
  await page.keyboard.press("4");
  await until(page, async () => (await (await fetch("/api/marks")).json())
    .marks.length === 2);
  equal((await marks()).map((one) => one.value), ["N+S+", "4"], "by keyboard");
  // Arrow keys in groups.
  await page.focus("[data-mode=shaded]");
  await page.keyboard.press("ArrowRight");
  equal(await page.getAttribute("[data-mode=hidden]", "aria-checked"), "true",
    "an arrow key chooses the next");
  await page.keyboard.press("ArrowLeft");
  // Other keys, and none.
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("?");
  await page.fill("[aria-label^='key 7:']", "q");
  await page.locator("[aria-label^='key 7:']").blur();
  await page.keyboard.press("Escape");
  await page.keyboard.press("7"); // means nothing now
  await page.keyboard.press("q");
  await until(page, async () => (await (await fetch("/api/marks")).json())
    .marks.some((one) => one.value === "N-S-"));
  await page.keyboard.press("?");
  await page.check("#keys-off");
  await page.keyboard.press("Escape");
  await page.keyboard.press("5");
  await page.waitForTimeout(300);
  equal((await marks()).find((one) => one.kind === "site").value, "4",
    "keys that are off");
  await browser.close();
}

async function spokenNames() {
  const browser = await open({});
  const { page } = browser;
  const frame = page.frameLocator(".sheets iframe:not(.back)");
  const said = await frame.locator("pith-nav[data-l='1']").evaluateAll((all) =>
    all.map((one) => `${one.getAttribute("aria-description")}: ` +
      one.textContent.trim()).filter((one) => !one.endsWith(": ")));
  console.log(said.slice(0, 3).join("\n"));
  check(said.length > 5 && said.every((one) => one.startsWith("boilerplate, ")),
    `boilerplate has a name: ${said[0]}`);
  const hatched = await page.evaluate(() => {
    const { veil, contentWindow } = document.querySelector(
      ".sheets iframe:not(.back)");
    return contentWindow.getComputedStyle(veil.root.querySelector(".cut"))
      .backgroundImage;
  });
  check(hatched.includes("repeating-linear-gradient"), "it is hatched");
  // Without the page's styles, and with them again.
  const font = () => frame.locator("h1").first().evaluate((one) =>
    getComputedStyle(one).fontSize);
  const own = await font();
  await page.keyboard.press("b");
  check(await font() !== own, "without the page's own styles");
  await page.keyboard.press("b");
  equal(await font(), own, "with them again");
  await browser.close();
}

const phone = { viewport: { width: 390, height: 780 }, isMobile: true,
  hasTouch: true };
await walk("light", { colorScheme: "light" });
await walk("dark", { colorScheme: "dark" });
await walk("phone, light", { colorScheme: "light", ...phone });
await walk("phone, dark", { colorScheme: "dark", ...phone });
await keyboardOnly();
await spokenNames();
await server.stop();
finish(`${states} states without a violation, graded by keyboard alone`);
