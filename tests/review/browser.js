// browser.js: for all scripts here: a pith that is reviewed, and a browser that
// reaches it and nothing else.
//
// Every request the browser makes is recorded; what does not go to the server
// under test is a finding.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const require = createRequire(join(process.env.PITH_MODULES, "x.js"));
const { chromium } = require("playwright-core");

const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
  "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--disable-extensions",
  "--disable-default-apps", "--metrics-recording-only", "--no-pings",
  "--disable-domain-reliability", "--disable-client-side-phishing-detection",
  "--force-color-profile=srgb"];
// A busy machine may take its time.
const patience = 120000;

process.setMaxListeners(200); // one for each pith and browser of a test
export const pith = process.env.PITH_PROGRAM;

// Start `pith review` and wait for its address.
export function startPith(args) {
  const child = spawn(pith, ["review", ...args],
    { stdio: ["ignore", "pipe", "pipe"] });
  process.on("exit", () => child.kill("SIGKILL")); // also after a failure
  let text = "";
  let errors = "";
  child.stderr.on("data", (data) => { errors += data; });
  const ended = new Promise((done) => child.on("exit", (code, signal) =>
    done({ code, signal })));
  const url = new Promise((done, fail) => {
    child.stdout.on("data", (data) => {
      text += data;
      const found = text.match(/http:\S+/);
      if (found) done(found[0]);
    });
    ended.then(({ code }) => fail(new Error(`pith ended (${code}): ${errors}`)));
  });
  url.catch(() => {});
  return { child, url, ended, errors: () => errors,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      return ended;
    } };
}

export async function openBrowser(options = {}) {
  const folder = mkdtempSync(join(tmpdir(), "pith-browser-"));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env.PITH_CHROMIUM ?? "/usr/bin/chromium",
    args: flags, viewport: { width: 1280, height: 720 }, ...options });
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  context.setDefaultTimeout(patience);
  const requests = [];
  const dialogs = [];
  context.on("request", (request) => requests.push(request.url()));
  const page = context.pages()[0] ?? await context.newPage();
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    dialog.dismiss();
  });
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  return { context, page, requests, dialogs, errors,
    async close() {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    } };
}

// Ask in the page until the answer is yes. (waitForFunction() needs eval, which
// the policy of the page forbids.)
export async function until(page, ask, value, seconds = 60) {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    if (await page.evaluate(ask, value)) return;
    await page.waitForTimeout(20);
  }
  throw new Error(`waited in vain for ${ask} (${JSON.stringify(value)})`);
}

// A page is shown and painted, and may be graded.
export async function painted(page) {
  await until(page, () => {
    const frame = document.querySelector(".sheets iframe:not(.back)");
    return frame?.contentDocument?.documentElement?.dataset.mode !== undefined &&
      document.body.dataset.painted === "1";
  });
}

let failed = 0;
export function check(fine, what) {
  if (fine) return;
  failed++;
  console.error(`FAILED: ${what}`);
}
export function equal(got, wanted, what) {
  const a = JSON.stringify(got);
  const b = JSON.stringify(wanted);
  check(a === b, `${what}: got ${a}, wanted ${b}`);
}
export function finish(said) {
  console.log(failed ? `${failed} failed` : said);
  process.exitCode = failed ? 1 : 0;
}
