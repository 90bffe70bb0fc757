// grade.js: the bar below the page: grades of sites, pages and similarity, with
// comments, and undo. A grade is about the page that is painted; the next one is
// possible when the server has this one, or it waits (api.js) and the bar says so.

import { get, mark, post, waiting } from "./api.js";
import { draftKey, findDraft, keepDraft } from "./drafts.js";
import { make } from "./side.js";

export const siteGrades = [
  ["2", "boilerplate not found, or content captured", "wrong"],
  ["3", "several misses", "many misses"],
  ["4", "small misses", "small misses"],
  ["5", "right", "right"],
];
export const pageGrades = [
  ["N-S-", "7", "both parts hold something of the other", "both wrong"],
  ["N+S-", "8", "navigation pure, content has navigation in it", "cut too little"],
  ["N-S+", "9", "content pure, navigation holds content", "cut too much"],
  ["N+S+", "0", "both right", "both right"],
];
export const asides = [
  ["skip", "w", "leave it out; it can be found again by the filter"],
  ["unsure", "y", "somebody else should look"],
];
export const likeParts = [
  ["header", "h"], ["navigation", "n"], ["footer", "f"], ["advertising", "a"],
];

export class Grades {
  // shown() is what is painted, null (after it was said why) when that cannot be
  // graded now; graded(), undone() and notify() follow.
  constructor(state, handlers) {
    this.state = state;
    this.handlers = handlers;
    this.site = document.getElementById("grade-site");
    this.page = document.getElementById("grade-page");
    this.like = document.getElementById("grade-like");
    this.comments = { site: document.getElementById("comment-site"),
      page: document.getElementById("comment-page") };
    this.clear();
    this.busy = false;
    this.build();
    for (const [kind, field] of Object.entries(this.comments)) {
      field.addEventListener("input", () =>
        keepDraft(this.draft(kind), field.value));
      field.addEventListener("keydown", (event) => {
        if (event.key === "Enter") this.saveComment(kind);
      });
    }
    document.getElementById("undo")
      .addEventListener("click", () => this.undo());
  }

  build() {
    const button = (text, key, title, run, short = "") => {
      const made = make("button", "", text.replaceAll("-", "−"));
      made.type = "button";
      made.title = title;
      made.setAttribute("aria-label", `${text.replaceAll("-", "−")}: ${title}`);
      if (key) made.append(make("kbd", "", key));
      if (short) made.append(make("small", "", short));
      made.dataset.value = text;
      made.addEventListener("click", run);
      return made;
    };
    this.site.append(make("span", "", "Site"));
    for (const [grade, meaning, short] of siteGrades)
      this.site.append(button(grade, "", meaning,
        () => this.give("site", grade), short));
    this.page.append(make("span", "", "Page"));
    for (const [grade, key, meaning, short] of pageGrades)
      this.page.append(button(grade, key, meaning,
        () => this.give("page", grade), short));
    for (const [name, key, meaning] of asides)
      this.page.append(button(name, key, meaning, () => this.give("aside", name)));
    this.like.append(make("span", "", "Alike"));
    likeParts.forEach(([name, key], i) =>
      this.like.append(button(name, key, `${name} looks alike`,
        () => this.toggle(i))));
    this.like.append(make("output", "points"));
  }

  clear() {
    this.current = { site: "", page: "", aside: "", like: "0000" };
    this.stored = { site: "", page: "" };
  }

  // --- comments ---------------------------------------------------------------

  draft(kind) {
    const { store, grader, method, site, page } = this.state;
    return draftKey(store, grader, kind, kind === "site" ? site : page, method);
  }

  drawComments() {
    for (const [kind, field] of Object.entries(this.comments))
      field.value = findDraft(this.draft(kind)) ?? this.stored[kind];
  }

  // With a grade the comment is stored at once, else with the next grade.
  saveComment(kind) {
    if (this.current[kind] && this.comments[kind].value !== this.stored[kind])
      return this.give(kind, this.current[kind], { stay: true });
    return undefined;
  }

  // --- what is there ----------------------------------------------------------

  // The grades that the page and its site have.
  async load() {
    const { site, page, partner, method, grader } = this.state;
    this.clear();
    this.drawComments();
    if (!site) return this.draw();
    const [ofSite, ofPage] = await Promise.all([
      get("/api/marks", { site, grader }),
      page ? get("/api/marks", { page, grader }) : { marks: [] }]);
    if (site !== this.state.site || page !== this.state.page) return;
    for (const one of [...ofSite.marks, ...ofPage.marks]) {
      if (one.method !== method) continue;
      if (one.kind === "similarity" && one.partner === partner)
        this.current.like = one.value;
      if (one.kind === "site" || one.kind === "page") {
        this.current[one.kind] = one.value;
        this.stored[one.kind] = one.comment;
      }
      if (one.kind === "aside" && one.page) this.current.aside = one.value;
    }
    this.drawComments();
    this.draw();
  }

  draw() {
    const { site, page, aside, like } = this.current;
    const press = (set, chosen) => {
      for (const button of set.querySelectorAll("button"))
        button.setAttribute("aria-pressed", chosen(button));
    };
    press(this.site, (b) => b.dataset.value === site);
    press(this.page, (b) => [page, aside].includes(b.dataset.value));
    const buttons = [...this.like.querySelectorAll("button")];
    press(this.like, (b) => like[buttons.indexOf(b)] === "1");
    this.like.querySelector(".points").textContent =
      `${[...like].filter((one) => one === "1").length} of 4`;
    this.like.hidden = !this.state.partner;
    this.site.hidden = this.state.losses; // pages of many sites; its keys too
  }

  // --- giving -----------------------------------------------------------------

  // Grade the site ("site"), the page ("page"), or put it aside ("aside").
  async give(kind, value, { stay = false } = {}) {
    const shown = this.handlers.shown();
    if (!shown) return;
    const about = kind === "site" ? "site" : "page";
    const comment = kind === "aside" ? "" : this.comments[about].value;
    const draft = this.draft(about);
    this.current[kind] = value;
    const saved = await this.write({ ...shown, kind,
      page: kind === "site" ? 0 : shown.page, value }, comment);
    if (saved === undefined) return;
    if (kind !== "aside") {
      keepDraft(draft, "");
      this.stored[about] = comment;
    }
    this.draw();
    if (saved) await this.handlers.graded(kind, value, shown, stay);
  }

  async toggle(part) {
    const shown = this.handlers.shown();
    const { partner } = this.state;
    if (!partner || !shown) return;
    const bits = [...this.current.like];
    bits[part] = bits[part] === "1" ? "0" : "1";
    this.current.like = bits.join("");
    const value = this.current.like;
    this.draw();
    // Four quick keys are four marks, in their order; none waits for another.
    if (await this.send({ ...shown, kind: "similarity", partner, value }, ""))
      this.handlers.graded("similarity", value, shown, true);
  }

  // True: the server has it; false: it waits; undefined: the one before is not
  // through yet, so nothing was done.
  async write(values, comment) {
    if (this.busy) return undefined;
    this.busy = true;
    const saved = await this.send(values, comment);
    this.busy = false;
    return saved;
  }

  async send(values, comment) {
    try {
      await mark({ ...values, grader: this.state.grader }, comment);
      return true;
    } catch (failure) {
      this.handlers.notify(`not saved yet: ${failure.message}`, true);
      return false;
    }
  }

  async undo() {
    if (waiting().length > 0)
      return this.handlers.notify("grades wait for the server; undo when they " +
        "are saved", true);
    try {
      const { undone } = await post("/api/undo", { grader: this.state.grader });
      await this.handlers.undone(undone);
    } catch (failure) {
      this.handlers.notify(failure.message, true);
    }
    return undefined;
  }
}
