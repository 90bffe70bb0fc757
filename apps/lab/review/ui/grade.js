// grade.js: the bar below the page: grades of sites, pages and similarity, with
// a comment, and undo. Every key press is a request; what cannot be written
// waits (api.js).

import { get, mark, post, watchUnsaved } from "./api.js";
import { make } from "./side.js";

export const siteGrades = [
  ["2", "boilerplate not found, or content captured"],
  ["3", "several misses"],
  ["4", "small misses"],
  ["5", "right"],
];
export const pageGrades = [
  ["N-S-", "7", "both parts hold something of the other"],
  ["N+S-", "8", "navigation pure, content has navigation in it"],
  ["N-S+", "9", "content pure, navigation holds content"],
  ["N+S+", "0", "both right"],
];
export const likeParts = [
  ["header", "h"], ["navigation", "n"], ["footer", "f"], ["advertising", "a"],
];

export class Grades {
  constructor(state, { graded, notify, undone }) {
    this.state = state;
    this.handlers = { graded, notify, undone };
    this.site = document.getElementById("grade-site");
    this.page = document.getElementById("grade-page");
    this.like = document.getElementById("grade-like");
    this.comment = document.getElementById("comment");
    this.current = { site: "", page: "", like: "0000" };
    this.build();
    watchUnsaved((count) => {
      const place = document.getElementById("unsaved");
      place.hidden = count === 0;
      place.textContent = `${count} not saved yet`;
    });
    document.getElementById("undo")
      .addEventListener("click", () => this.undo());
  }

  build() {
    const button = (text, key, title, run) => {
      const made = make("button", "", text.replace("-", "−")
        .replace("-", "−"));
      made.type = "button";
      made.title = title;
      if (key) made.append(make("kbd", "", key));
      made.dataset.value = text;
      made.addEventListener("click", run);
      return made;
    };
    this.site.append(make("span", "", "Site"));
    for (const [grade, meaning] of siteGrades)
      this.site.append(button(grade, "", meaning, () => this.give("site", grade)));
    this.page.append(make("span", "", "Page"));
    for (const [grade, key, meaning] of pageGrades)
      this.page.append(button(grade, key, meaning,
        () => this.give("page", grade)));
    this.like.append(make("span", "", "Alike"));
    likeParts.forEach(([name, key], i) =>
      this.like.append(button(name, key, `${name} looks alike`,
        () => this.toggle(i))));
  }

  // The grades that the page and its site have.
  async load() {
    const { site, page, partner, method, grader } = this.state;
    this.current = { site: "", page: "", like: "0000" };
    this.comment.value = "";
    if (!site) return this.draw();
    const [ofSite, ofPage] = await Promise.all([
      get("/api/marks", { site, grader }),
      page ? get("/api/marks", { page, grader }) : { marks: [] }]);
    if (site !== this.state.site || page !== this.state.page) return;
    for (const one of [...ofSite.marks, ...ofPage.marks]) {
      if (one.method !== method) continue;
      if (one.kind === "site") this.current.site = one.value;
      if (one.kind === "page") this.current.page = one.value;
      if (one.kind === "similarity" && one.partner === partner)
        this.current.like = one.value;
      if (one.comment) this.comment.value = one.comment;
    }
    this.draw();
  }

  draw() {
    const press = (set, chosen) => {
      for (const button of set.querySelectorAll("button"))
        button.setAttribute("aria-pressed", chosen(button));
    };
    press(this.site, (b) => b.dataset.value === this.current.site);
    press(this.page, (b) => b.dataset.value === this.current.page);
    const buttons = [...this.like.querySelectorAll("button")];
    press(this.like, (b) => this.current.like[buttons.indexOf(b)] === "1");
    this.like.hidden = !this.state.partner;
    this.site.hidden = this.state.losses; // pages of many sites; its keys too
  }

  // Grade the site ("site") or the page ("page").
  async give(kind, value) {
    const { site, page, method, grader } = this.state;
    if (!site || (kind === "page" && !page)) return;
    this.current[kind] = value;
    this.draw();
    await this.write({ kind, site, page: kind === "page" ? page : 0, method,
      grader, value });
    this.handlers.graded(kind, value);
  }

  async toggle(part) {
    const { site, page, partner, method, grader } = this.state;
    if (!partner) return;
    const bits = [...this.current.like];
    bits[part] = bits[part] === "1" ? "0" : "1";
    this.current.like = bits.join("");
    this.draw();
    await this.write({ kind: "similarity", site, page, partner, method, grader,
      value: this.current.like });
    this.handlers.graded("similarity", this.current.like);
  }

  async write(values) {
    try {
      await mark(values, this.comment.value);
    } catch (failure) {
      this.handlers.notify(`not saved yet: ${failure.message}`, true);
    }
  }

  async undo() {
    try {
      const { undone } = await post("/api/undo", { grader: this.state.grader });
      this.handlers.undone(undone);
    } catch (failure) {
      this.handlers.notify(failure.message, true);
    }
  }
}
