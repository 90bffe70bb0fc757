// start_page.mjs URL: the start page of `pith serve` in a real browser: a page is
// pasted and read in every form, by keyboard, on a phone; hostile pages are shown
// and nothing runs or leaves.

import { readFileSync } from "node:fs";
import { check, equal, finish, openBrowser, until } from "../review/browser.js";

const [url] = process.argv.slice(2);
const browser = await openBrowser();
const { page } = browser;

const article = `<!DOCTYPE html><title>Of gates</title>
<nav><a href=/>Home</a> <a href=/a>About</a></nav><article><h1>Of gates</h1>
<p>The garden gate was green, and it had been green as long as anybody could
remember, which is a long time in a village of that size and of that age.</p>
<p>Nobody knew who had painted it first, and nobody ever asked about it.</p>
</article><footer>Copyright, imprint, privacy</footer>`;

async function extract(html) {
  await page.fill("#page", html);
  await page.press("#page", "Control+Enter");
  await until(page, () => {
    const state = document.querySelector("#state");
    return state.textContent !== "Working …" &&
      (state.textContent || !document.querySelector("#answer").hidden);
  });
}

const panel = () => page.textContent("#panel");

await page.goto(url);
equal(await page.title(), "pith", "title");
await extract(article);
check((await panel()).includes("The garden gate was green"), "no text");
check(!(await panel()).includes("Copyright"), "boilerplate in the text");
await page.focus("#tab-text");
await page.keyboard.press("ArrowRight");
check((await panel()).includes("# Of gates"), "no Markdown");
await page.keyboard.press("ArrowRight");
equal(await page.getAttribute("#tab-blocks", "aria-selected"), "true", "tab");
const blocks = await page.$$eval(".block", (all) => all.map((one) =>
  [one.className, one.textContent]));
check(blocks.some(([kind, text]) => kind.includes("content") &&
  text.includes("garden gate") && /kept, score [\d.]+: \S/.test(text)), "kept block");
check(blocks.some(([kind, text]) => kind.includes("navigation") &&
  text.includes("Copyright") && text.includes("cut")), "cut block");
await page.keyboard.press("ArrowRight");
equal(JSON.parse(await panel()).title, "Of gates", "record");

// errors are sentences with a remedy
await extract("https://example.org/page");
check((await page.textContent("#state")).includes("--allow-fetch"), "no remedy");

// a phone: nothing is wider than the screen
await page.setViewportSize({ width: 360, height: 640 });
await extract(article);
equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, "wide");
await page.setViewportSize({ width: 1280, height: 720 });

// hostile pages, in every tab
const text = readFileSync(new URL("../review/vectors.txt", import.meta.url), "utf8");
const vectors = text.split("\n").filter((line) => line && line[0] !== "#")
  .join("\n").split(/\n(?=<)/);
for (const [number, vector] of vectors.entries()) {
  if (number % 4) continue;
  await extract(vector.replaceAll("@RUN@", "top.PWNED=1,alert(1)")
    .replaceAll("@URL@", "http://evil.example/") + "<p>The words of the page.</p>");
  for (const form of ["text", "md", "blocks", "json"]) {
    await page.click(`#tab-${form}`);
    equal(await page.evaluate(() => window.PWNED), undefined, vector);
  }
}
const foreign = browser.requests.filter((one) => !one.startsWith(url) &&
  !one.startsWith("data:,"));
equal(foreign.length, 0, `requests outside: ${foreign.slice(0, 3)}`);
equal(browser.dialogs.length, 0, "dialogs");
equal(browser.errors.length, 0, `errors: ${browser.errors[0]}`);

await browser.close();
finish("the start page works");
