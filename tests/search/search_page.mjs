// search_page.mjs URL: the page of `pith search serve` in a real browser: a query,
// three runs side by side, why a page ranks, suggestions, keyboard, phone.

import { check, equal, finish, openBrowser, until } from "../review/browser.js";

const [url] = process.argv.slice(2);
const browser = await openBrowser();
const { page } = browser;

const found = () => page.$$eval("[data-run]", (all) => all.map((one) =>
  one.querySelectorAll("li .snippet").length));
const done = () => until(page, () =>
  /basic: \d+ pages/.test(document.querySelector("#state").textContent));

await page.goto(url);
await until(page, () => document.querySelector("#method").options.length > 0);
equal(await page.evaluate(() => document.activeElement.id), "q", "focus");
await page.keyboard.type("gat");
await until(page, () => document.querySelectorAll("#suggestions option").length > 0);
equal(await page.$eval("#suggestions option", (one) => one.value), "Of gates", "suggestion");
await page.keyboard.type("e");
await page.keyboard.press("Enter");
await done();
equal(await found(), [4, 1, 4], "results of the three runs");
const cut = await page.textContent("[data-run=cut] li");
check(cut.includes("1. Of gates") && cut.includes("basic 1"), cut);
equal(await page.textContent("[data-run=cut] mark"), "gates", "mark");

// why, and the keyboard
await page.click("[data-run=basic] summary");
check((await page.textContent("[data-run=basic] table")).includes("in boilerplate"), "why");
await page.evaluate(() => document.activeElement.blur());
await page.keyboard.press("j");
equal(await page.evaluate(() => document.activeElement.tagName), "LI", "j");
await page.keyboard.press("/");
equal(await page.evaluate(() => document.activeElement.id), "q", "/");

// titles are text, whatever they hold
await page.fill("#q", "wall");
await page.keyboard.press("Enter");
await until(page, () => document.querySelector("[data-run=cut] li")?.textContent
  .includes("old wall"));
check((await page.textContent("[data-run=cut] h3")).includes("Walls <b>&</b> more"), "title");

// CJK: the marks are whole words
await page.fill("#q", "\u538b\u529b\u6d4b\u8bd5");
await page.keyboard.press("Enter");
await until(page, () => [...document.querySelectorAll("[data-run=cut] mark")].some(
  (mark) => mark.textContent === "\u538b\u529b\u6d4b\u8bd5"));

// an error says what to do; the address can be shared
await page.fill("#q", "(");
await page.keyboard.press("Enter");
await until(page, () => document.querySelector("#state").className === "wrong");
await page.goto(url + "?q=door");
await done();
equal((await found())[1], 1, "address");

// a phone: one column, nothing is wider than the screen
await page.setViewportSize({ width: 360, height: 640 });
equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, "wide");
const foreign = browser.requests.filter((one) => !one.startsWith(url) &&
  !one.startsWith("data:,"));
equal(foreign.length, 0, `requests outside: ${foreign[0]}`);
equal(browser.errors.length, 0, `errors: ${browser.errors[0]}`);
await browser.close();
finish("the search page works");
