// stage.js: the middle: one or two panes, each with a frame that shows a page.
//
// A pane has two frames: the next page is loaded and painted in the one behind
// and then takes its place, so nothing flickers.

import { query } from "./api.js";
import { paint, drawVips, clearVips } from "./paint.js";
import { flatten } from "./side.js";

export class Pane {
  constructor(parent, handlers) {
    this.handlers = handlers;
    this.root = document.createElement("div");
    this.root.className = "pane";
    this.title = document.createElement("div");
    this.title.className = "pane-title";
    this.title.hidden = true;
    this.sheets = document.createElement("div");
    this.sheets.className = "sheets";
    this.front = this.makeFrame();
    this.back = this.makeFrame();
    this.back.className = "back";
    this.sheets.append(this.front, this.back);
    this.root.append(this.title, this.sheets);
    parent.append(this.root);
    this.view = null;
    this.marks = new Map();
  }

  makeFrame() {
    const frame = document.createElement("iframe");
    // Same origin, so that we can look into it; no scripts, forms, popups or
    // navigation, so that nothing in it can look out. See docs/lab/review.md.
    frame.setAttribute("sandbox", "allow-same-origin");
    frame.setAttribute("referrerpolicy", "no-referrer");
    frame.title = "The page under review";
    return frame;
  }

  // Show a view: an answer of /api/page. Resolves when it is painted.
  async show(view, look, { grader, keepScroll = false }) {
    const address = query(`/frame/${view.page}`,
      { method: view.method, with: view.with, grader });
    const scroll = keepScroll ? this.front.contentWindow?.scrollY : 0;
    this.serial = (this.serial ?? 0) + 1;
    const serial = this.serial;
    const frame = this.back;
    this.giveUp?.(); // whoever still waits for this frame
    await new Promise((done) => {
      this.giveUp = done;
      frame.onload = done;
      frame.contentWindow.location.replace(address);
    });
    if (serial !== this.serial) return false;
    this.giveUp = null;
    frame.onload = null;
    this.view = view;
    this.marks = paint(frame, view.segments, look);
    this.listen(frame);
    this.front.className = "back";
    frame.className = "";
    if (scroll) frame.contentWindow.scrollTo(0, scroll);
    [this.front, this.back] = [frame, this.front];
    this.handlers.shown?.(this);
    return true;
  }

  repaint(look, view = this.view) {
    if (!this.view) return;
    this.view = view;
    this.marks = paint(this.front, view.segments, look);
  }

  listen(frame) {
    const page = frame.contentDocument;
    const segment = (event) => {
      const mark = event.target.closest?.("pith-nav[data-p]");
      return mark ? Number(mark.dataset.p) : -1;
    };
    page.addEventListener("mousemove", (event) =>
      this.handlers.hover(this, segment(event), this.place(frame, event)));
    page.addEventListener("mouseleave", () => this.handlers.hover(this, -1));
    page.addEventListener("click", (event) => {
      event.preventDefault();
      this.handlers.click(this, segment(event), event);
    });
    page.addEventListener("keydown", (event) => this.handlers.key(event));
    frame.contentWindow.addEventListener("scroll",
      () => this.handlers.scroll(this), { passive: true });
  }

  place(frame, event) {
    const box = frame.getBoundingClientRect();
    return { x: box.left + event.clientX, y: box.top + event.clientY };
  }

  pick(segments, bring) {
    const page = this.front.contentDocument;
    for (const old of page?.querySelectorAll("[data-picked]") ?? [])
      old.removeAttribute("data-picked");
    let first = null;
    for (const number of segments)
      for (const mark of this.marks.get(number) ?? []) {
        mark.setAttribute("data-picked", "");
        first ??= mark;
      }
    if (first && bring) first.scrollIntoView({ block: "center" });
  }

  // The pieces that the mouse or the keyboard has selected, if only in part.
  selected() {
    const chosen = this.front.contentDocument?.getSelection();
    if (!chosen || chosen.isCollapsed) return [];
    return [...this.marks].filter(([, elements]) => elements.some((element) =>
      chosen.containsNode(element, true))).map(([number]) => number);
  }

  // Outline what a search lost, stronger where its line is, and scroll there.
  // Text and line differ by white space only.
  lose(segments, line) {
    const page = this.front.contentDocument;
    const flat = flatten(line);
    let best = null;
    let longest = 0;
    for (const old of page?.querySelectorAll("[data-lost]") ?? [])
      old.removeAttribute("data-lost");
    for (const number of segments)
      for (const mark of this.marks.get(number) ?? []) {
        const text = flatten(mark.textContent);
        const alike = text !== "" &&
          (flat.includes(text) || text.includes(flat));
        mark.dataset.lost = flat && alike ? "line" : "";
        const length = alike ? Math.min(text.length, flat.length) : 0;
        if (best && length <= longest) continue;
        best = mark;
        longest = length;
      }
    best?.scrollIntoView({ block: "center" });
  }

  vips(blocks) {
    return blocks
      ? drawVips(this.front, this.view.segments, this.marks, blocks)
      : clearVips(this.front);
  }

  remove() {
    this.serial = -1;
    this.root.remove();
  }
}
