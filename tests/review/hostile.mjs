// hostile.mjs SITES ROOM: pages that try to run, fetch or change something, in
// a real browser, twice:
//
//   as pith shows them       all three walls of docs/lab/review.md
//   as they are, unchanged   put into the answer of the server on the way, so
//                            that only policy and sandbox are left
//
// Each page is pointed at, clicked and tabbed through. Nothing may run (a
// canary in every window, dialogs), leave (every request of the browser, a
// server of ours that counts) or change (the marks of the store).

import { createServer } from "node:http";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, equal, finish, openBrowser, painted, startPith, until }
  from "./browser.js";

const [, room] = process.argv.slice(2);
const folder = join(room, "hostile");
mkdirSync(folder);

const hits = [];
const canary = createServer((request, answer) => {
  hits.push(request.url);
  answer.end("PWNED=1");
});
await new Promise((done) => canary.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${canary.address().port}/`;

// A line that begins with "<script" and ends there goes on in the next one.
const text = readFileSync(new URL("vectors.txt", import.meta.url), "utf8");
const all = text.split("\n").filter((line) => line && line[0] !== "#")
  .join("\n").split(/\n(?=<)/);
check(all.length >= 220, `only ${all.length} vectors`);
const vectors = all.slice(Number(process.env.PITH_VECTORS_FROM ?? 0));
// A menu is cut by every method; its words are what marks lie on.
const menu = `<nav><ul>${["Home", "News", "Reports", "Archive", "People", "Contact"]
  .map((word) => `<li><a href=/${word}>${word}</a></li>`).join("")}</ul></nav>
<main><h1>Of ropes</h1>${"<p>A rope that was wet and dried in the wind holds " +
  "twice as long as one that never left its hook, as the old men say.</p>"
  .repeat(1)}</main>`;
const pages = vectors.map((vector, i) => vector
  .replaceAll("@RUN@", `top.PWNED=${i + 1},parent.PWNED=1,PWNED=1,alert(1)`)
  .replaceAll("@URL@", `${address}${i + 1}`).replaceAll("@MENU@", menu));

// What lies beside the pages, and is as hostile.
const pixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4" +
  "2mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
mkdirSync(join(folder, "parts/deep"), { recursive: true });
for (const [name, bytes] of Object.entries({
  "evil.css": `@import url(${address}css);@import "deep/a.css";@import
    "//127.0.0.1/y.css";body{background:url(${address}body)}a{background:
    u\\72l(${address}a);cursor:url("${address}c")}nav{background:url(evil.svg)}
    pith-nav,pith-veil{display:none!important}@font-face{font-family:f;
    src:url(${address}font),url(deep/f.woff)}*{font-family:f}</style><script>
    top.PWNED=1</script>`,
  "page.css": `<html><script>top.PWNED=1</script><img src=${address}page>`,
  "wide.css": Buffer.from(`\ufeff@import "${address}wide";`, "utf16le"),
  "loop.css": '@import "loop.css";@import "./loop.css?2";a{color:red}',
  "deep/a.css": `@import "../evil.css";a{background:url(../../../../etc/passwd)}`,
  "deep/f.woff": "wOFF and nothing else",
  "evil.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"
    onload="top.PWNED=1"><script>top.PWNED=1</script><image href="${address}svg"/>
    <style>@import url(${address}svgcss);</style><foreignObject><iframe
    xmlns="http://www.w3.org/1999/xhtml" src="${address}svgframe"/></foreignObject>
    </svg>`,
  "page.png": `<html><script>top.PWNED=1</script>`,
  "good.png": pixel,
})) writeFileSync(join(folder, "parts", name), bytes);
symlinkSync("/etc/passwd", join(folder, "parts/outside.css"));
pages.forEach((page, i) => writeFileSync(
  join(folder, `v${String(i + 1).padStart(3, "0")}.html`),
  `${page}\n<p>The words of page ${i + 1} are here.</p>`));

const server = startPith([folder, "--store", join(room, "hostile.db")]);
const own = new URL(await server.url).origin;
const browser = await openBrowser();
const { page } = browser;
browser.context.on("page", (one) => one.on("dialog", (dialog) =>
  dialog.dismiss()));

const front = ".sheets iframe:not(.back)";
let marksSeen = 0;

async function look() {
  return page.evaluate((selector) => {
    const windows = [window];
    for (const frame of document.querySelectorAll("iframe"))
      windows.push(frame.contentWindow);
    const frame = document.querySelector(selector);
    return { ran: windows.some((one) => {
      try { return one.PWNED !== undefined; } catch { return false; }
    }), at: frame.contentWindow.location.pathname,
    sandbox: frame.getAttribute("sandbox"), top: location.pathname };
  }, front);
}

// Point at it, click what is there, go through it with the keyboard.
async function provoke() {
  const box = await page.locator(front).boundingBox();
  for (const [x, y] of [[20, 20], [60, 40], [40, 90], [120, 20]]) {
    await page.mouse.move(box.x + x, box.y + y);
    await page.mouse.click(box.x + x, box.y + y);
    await page.keyboard.press("Escape"); // a second click would correct it
  }
  const clicked = await page.evaluate((selector) => {
    const inside = document.querySelector(selector).contentDocument;
    const all = [...inside.querySelectorAll("a,button,input,summary,p,area,td")];
    for (const element of all.slice(0, 8)) {
      element.click?.();
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    }
    return all.length;
  }, front).catch(() => 0);
  await page.keyboard.press("Escape");
  return clicked;
}

async function check_page(number, how) {
  const seen = await look();
  check(!seen.ran, `${how}: page ${number} ran a script: ${pages[number - 1]}`);
  equal(seen.sandbox, "allow-same-origin", `${how}: sandbox of ${number}`);
  equal(seen.top, "/", `${how}: page ${number} moved the page around it`);
  check(seen.at.startsWith("/frame/"), `${how}: page ${number} went to ` +
    `${seen.at}`);
}

// Every piece of the menu has a box in the top layer, or is counted as not shown
// by the page; and the pixels of the first box are those of a mark.
async function check_marks(number) {
  if (!vectors[number - 1].includes("@MENU@")) return;
  const seen = await page.evaluate(async (selector) => {
    const frame = document.querySelector(selector);
    await new Promise((done) => requestAnimationFrame(() =>
      requestAnimationFrame(done)));
    frame.veil.draw();
    const { host, found, hidden, marks } = frame.veil;
    const [first] = found;
    const place = frame.getBoundingClientRect();
    return { cut: marks.filter((one) => one.dataset.l === "1").length, hidden,
      drawn: new Set(found.map((one) => one[4])).size,
      open: host.matches(":popover-open"),
      said: !document.getElementById("unseen").hidden,
      first: first && { x: place.left + first[0] - frame.contentWindow.scrollX,
        y: place.top + first[1] - frame.contentWindow.scrollY,
        width: first[2] - first[0], height: first[3] - first[1] } };
  }, front);
  equal(seen.drawn + seen.hidden, seen.cut, `marks of ${number} that are drawn`);
  check(seen.open, `marks of ${number}: not in the top layer`);
  equal(seen.said, seen.hidden > 0, `marks of ${number}: what is hidden is said`);
  if (seen.hidden === seen.cut || !seen.first || seen.first.y < 0) return;
  const clip = seen.first;
  const veil = (shown) => page.evaluate(([selector, on]) => {
    document.querySelector(selector).veil.boxes.style.visibility =
      on ? "" : "hidden";
  }, [front, shown]);
  const marked = await page.screenshot({ clip });
  await veil(false);
  const bare = await page.screenshot({ clip });
  await veil(true);
  check(!marked.equals(bare), `marks of ${number} cannot be seen: ` +
    vectors[number - 1]);
  marksSeen++;
}

// Wait until the page is there: its name is in the title when it is painted.
// Names of a form can hide functions of the document from the painter; such a
// page is there when a frame has read all of it.
async function arrive(number, row, unpainted) {
  const name = `v${String(number).padStart(3, "0")}.html`;
  if (!unpainted || !pages[number - 1].includes("getElementById"))
    return until(page, (wanted) => document.title.startsWith(wanted), name);
  return until(page, (path) =>
    [...document.querySelectorAll("iframe")].some((frame) => {
      try {
        return frame.contentWindow.location.pathname === path &&
          frame.contentDocument.readyState === "complete";
      } catch { return false; }
    }), `/frame/${row.id}`);
}

// Go through all pages; returns how many showed their words (in some the markup
// swallows them).
async function go(how, strict) {
  let shown = 0;
  await page.goto(await server.url);
  await page.waitForSelector(".row");
  for (let number = 1; number <= pages.length; number++) {
    await page.focus("#rows"); // a frame inside the frame may have it
    if (number > 1) await page.keyboard.press("j");
    await arrive(number, rows[number - 1], !strict);
    if (strict) await painted(page);
    if (strict) await check_marks(number);
    shown += await page.evaluate((selector) => document.querySelector(selector)
      .contentDocument?.body?.textContent.includes("are here"), front);
    await provoke();
    await check_page(number, how);
    if (hits.length > 0) {
      check(false, `${how}: page ${number} reached the network: ${hits}`);
      hits.length = 0;
    }
  }
  return shown;
}

await page.goto(await server.url);
const rows = (await page.evaluate(async () =>
  (await fetch("/api/pages?site=1&count=1000")).json())).items;
const shown = await go("as shown", true);
check(shown > pages.length - 10, `only ${shown} pages showed their words`);
const left = () => browser.requests.filter((url) => !url.startsWith(own) &&
  !url.startsWith("data:") && !url.startsWith("about:"));
equal(left(), [], "requests as shown");

// Without the first wall.
const files = new Map();
await page.route("**/frame/*", async (route) => {
  const answer = await route.fetch();
  const id = new URL(route.request().url()).pathname.split("/").pop();
  await route.fulfill({ response: answer,
    body: `<html><head><style id=pith-style></style></head>${files.get(id)}` });
});
rows.forEach((row, i) => files.set(String(row.id), pages[i]));
browser.requests.length = 0;
await go("unchanged", false);

equal(browser.dialogs, [], "dialogs");
const marks = await page.evaluate(async () => (await fetch("/api/marks")).json());
equal(marks.marks, [], "marks that pages made");
equal(hits, [], "requests that arrived");

// Somebody else's page cannot ask either.
const other = await browser.context.newPage();
await other.goto(address);
const asked = await other.evaluate(async (where) => {
  try {
    await fetch(`${where}/api/mark?kind=site&site=1&method=auto&value=2`,
      { method: "POST", mode: "no-cors", credentials: "include" });
    await fetch(`${where}/api/undo`, { method: "POST", mode: "no-cors",
      credentials: "include" });
    const image = new Image();
    image.src = `${where}/api/state`;
    return "sent";
  } catch { return "refused"; }
}, own);
check(["sent", "refused"].includes(asked), asked);
const after = await page.evaluate(async () => (await fetch("/api/marks")).json());
equal(after.marks, [], "marks that a foreign page made");

// Without any wall the canary sings: the checks above could have failed.
await other.evaluate((html) => document.write(html), `<script>PWNED=1</script>` +
  `<img src=${address}18>`);
await until(other, () => window.PWNED === 1);
await until(other, () => document.images[0].complete);
check(hits.includes("/18"), "the canary does not sing");

await browser.close();
await server.stop();
canary.close();
check(marksSeen > 50, `marks were seen on ${marksSeen} pages only`);
finish(`${pages.length} hostile pages, twice: nothing ran, left or changed; marks ` +
  `in sight on all ${marksSeen} that have a menu to show`);
