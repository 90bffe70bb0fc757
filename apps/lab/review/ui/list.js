// list.js: the list on the left. Only rows in sight exist; the rest is fetched
// in windows when it scrolls into view, so 13,000 pages cost what 30 do.

import { get } from "./api.js";

const ROW = 44;
const WINDOW = 100;

export class List {
  constructor(box, { open, changed }) {
    this.box = box;
    this.all = box.querySelector(".rows-all");
    this.open = open;
    this.changed = changed;
    this.path = "/api/sites";
    this.values = {};
    this.rows = new Map();
    this.asked = new Map(); // first row of a window -> its answer
    this.total = 0;
    this.at = -1;
    this.shown = new Map();
    box.addEventListener("scroll", () => this.draw(), { passive: true });
    box.addEventListener("click", (event) => {
      const row = event.target.closest(".row");
      if (row) this.choose(Number(row.dataset.at));
    });
    new ResizeObserver(() => this.draw()).observe(box);
  }

  // Show another list, or the same anew; `id` stays chosen if it is in it.
  async load(path, values, { at = -1, keepScroll = false } = {}) {
    this.path = path;
    this.values = values;
    this.rows.clear();
    this.asked.clear();
    this.at = at;
    this.serial = (this.serial ?? 0) + 1;
    if (!keepScroll) this.box.scrollTop = 0;
    const first = Math.max(0, Math.floor(
      (keepScroll ? this.box.scrollTop / ROW : 0) / WINDOW) * WINDOW);
    await this.fetch(first);
    if (at >= 0) await this.row(at);
    this.draw();
  }

  // A window, asked for once: who comes second waits for the same answer.
  fetch(from) {
    if (!this.asked.has(from)) this.asked.set(from, this.fetchAnew(from));
    return this.asked.get(from);
  }

  async fetchAnew(from) {
    const serial = this.serial;
    const answer = await get(this.path, { ...this.values, from, count: WINDOW });
    if (serial !== this.serial) return;
    this.total = answer.total;
    answer.items.forEach((item, i) => this.rows.set(from + i, item));
    this.all.style.height = `${this.total * ROW}px`;
    this.draw();
    this.changed?.();
  }

  // The row at a place; fetched when it was not yet. Undefined beyond the end.
  async row(at) {
    if (at < 0 || (this.total > 0 && at >= this.total)) return undefined;
    if (!this.rows.has(at)) await this.fetch(Math.floor(at / WINDOW) * WINDOW);
    return this.rows.get(at);
  }

  find(id) {
    for (const [at, row] of this.rows) if (row.id === id) return at;
    return -1;
  }

  draw() {
    const top = this.box.scrollTop;
    const first = Math.max(0, Math.floor(top / ROW) - 4);
    const last = Math.min(this.total,
      Math.ceil((top + this.box.clientHeight) / ROW) + 4);
    for (const [at, element] of this.shown)
      if (at < first || at >= last) {
        element.remove();
        this.shown.delete(at);
      }
    for (let at = first; at < last; at++) {
      const row = this.rows.get(at);
      if (!row) {
        this.fetch(Math.floor(at / WINDOW) * WINDOW).catch(() => {});
        continue;
      }
      this.drawRow(at, row);
    }
    this.box.setAttribute("aria-activedescendant",
      this.shown.has(this.at) ? `row-${this.at}` : "");
  }

  drawRow(at, row) {
    let element = this.shown.get(at);
    if (!element) {
      element = document.createElement("div");
      element.append(document.createElement("b"),
        document.createElement("small"));
      element.setAttribute("role", "option");
      element.id = `row-${at}`;
      element.dataset.at = at;
      element.style.top = `${at * ROW}px`;
      this.all.append(element);
      this.shown.set(at, element);
    }
    element.className = row.gone ? "row gone" : "row";
    element.dataset.id = row.id;
    element.setAttribute("aria-selected", at === this.at);
    const [name, about] = element.children;
    name.textContent = row.title || row.name;
    name.title = row.title ? `${row.title} (${row.name})` : row.name;
    about.textContent = describe(row);
    element.querySelector(".badge")?.remove();
    if (row.grade) {
      const badge = document.createElement("span");
      badge.className = "badge";
      badge.textContent = row.grade;
      element.append(badge);
    }
  }

  // Choose a row and open it.
  async choose(at) {
    const row = await this.row(at);
    if (!row) return false;
    const before = this.at;
    this.at = at;
    const top = at * ROW;
    if (top < this.box.scrollTop) this.box.scrollTop = top;
    else if (top + ROW > this.box.scrollTop + this.box.clientHeight)
      this.box.scrollTop = top + ROW - this.box.clientHeight;
    this.draw();
    if (await this.open(row, at) !== false) return true;
    if (this.at === at) { // it could not be opened: the old one stays
      this.at = before;
      this.draw();
    }
    return false;
  }

  move(step) {
    return this.choose(Math.max(0, Math.min(this.total - 1, this.at + step)));
  }

  // Change what a row shows, after a grade.
  update(id, change) {
    const at = this.find(id);
    if (at < 0) return;
    Object.assign(this.rows.get(at), change);
    this.draw();
  }
}

function describe(row) {
  const parts = [];
  if (row.confidence != null) parts.push(`sure ${row.confidence.toFixed(2)}`);
  if (row.disagree) parts.push("graders disagree");
  if (row.pages) parts.push(`${row.pages.toLocaleString("en")} pages`);
  if (row.graded) parts.push(`${row.graded} graded`);
  if (row.corrected) parts.push(`${row.corrected} corrected`);
  if (row.sorted) parts.push(`${row.sorted} sorted`);
  if (row.aside) parts.push(row.aside === "skip" ? "skipped" : row.aside);
  if (row.gone) parts.push("vanished");
  if (row.changed) parts.push("changed since");
  if (row.sampled) parts.push("in the sample");
  if (row.title) parts.push(row.name);
  return parts.join(" · ");
}
