// safe_html.mjs FOLDER...: every page of the folders in a real browser, as it
// would be shown by anybody: from a server, without a policy, without a sandbox.
// Links are clicked. Nothing may run: no canary, no dialog, no error of a
// script; and no page may go anywhere by itself.
//
// The server names no charset, so that the page's own declaration counts.

import { createServer } from "node:http";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { check, equal, finish, openBrowser } from "./browser.js";

const TYPES = { html: "text/html", xml: "application/xml", md: "text/plain",
  txt: "text/plain", json: "application/json" };
const files = process.argv.slice(2).flatMap((folder) => readdirSync(folder)
  .filter((name) => !name.startsWith(".")) // the manifest of the run
  .map((name) => join(folder, name)));
const BATCH = 60; // pages that are shown at once, in frames of one page
const server = createServer((request, answer) => {
  const [, kind, number] = request.url.split("/");
  const from = Number(number);
  if (kind === "batch") {
    answer.setHeader("Content-Type", "text/html");
    answer.end(files.slice(from, from + BATCH).map((_, i) =>
      `<iframe src=/page/${from + i}></iframe>`).join(""));
  } else if (kind === "page" && files[from]) {
    answer.setHeader("Content-Type", TYPES[files[from].split(".").pop()]);
    answer.end(readFileSync(files[from]));
  } else {
    answer.statusCode = 404;
    answer.end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const own = `http://127.0.0.1:${server.address().port}`;
const browser = await openBrowser();
const { page } = browser;
await browser.context.route((url) => !url.href.startsWith(`${own}/`),
  (route) => route.abort());

// In the page: click what there is in every frame, and say what became of it.
function provoke() {
  return [...document.querySelectorAll("iframe")].map((frame) => {
    const inside = frame.contentDocument;
    if (!inside) return { ran: false, links: 0, at: "elsewhere" };
    const all = [...inside.querySelectorAll("a,summary,details,video")];
    for (const one of all) {
      one.addEventListener("click", (event) => {
        // Where it leads is not followed; a script would run all the same.
        if (/^(https?|mailto|tel):$/.test(one.protocol)) event.preventDefault();
      });
      one.click?.();
    }
    return { ran: frame.contentWindow.PWNED !== undefined, links: all.length,
      charset: inside.characterSet, at: frame.contentWindow.location.pathname };
  });
}

let links = 0;
for (let from = 0; from < files.length; from += BATCH) {
  await page.goto(`${own}/batch/${from}`, { waitUntil: "load" });
  const seen = await page.evaluate(provoke);
  equal(new URL(page.url()).pathname, `/batch/${from}`, "the page around them");
  check(!await page.evaluate(() => window.PWNED !== undefined),
    `a script of pages ${from} to ${from + BATCH} ran outside`);
  seen.forEach((one, i) => {
    const name = files[from + i];
    links += one.links;
    check(!one.ran, `${name} ran a script`);
    equal(one.at, `/page/${from + i}`, `${name} went away`);
    if (name.endsWith(".html"))
      equal(one.charset, "UTF-8", `${name} is not UTF-8`);
  });
}
equal(browser.dialogs, [], "dialogs");
equal(browser.errors, [], "scripts that failed");
check(files.length >= 500, `only ${files.length} pages`);
await browser.close();
server.close();
finish(`${files.length} pages, ${links} things clicked, nothing ran`);
