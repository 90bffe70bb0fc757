// stage.js: the middle: one or two panes, each with a frame that shows a page.
//
// A pane has two frames: the next page is loaded and painted in the one behind
// and then takes its place, so nothing flickers.

import { query } from "./api.js";
import { paint, drawVips, clearVips } from "./paint.js";
import { flatten } from "./side.js";

const bytes = new TextEncoder();

// Places in the text of a mark, moved out to whole words, as bytes of the page.
function wordSpan(mark, from, to) {
  const text = mark.textContent;
  const [first, last] = [Number(mark.dataset.from), Number(mark.dataset.to)];
  if (from >= to || text.slice(from, to).trim() === "") return null;
  if (bytes.encode(text).length !== last - first) return [first, last];
  const words = [...new Intl.Segmenter(undefined, { granularity: "word" })
    .segment(text)].filter(({ index, segment }) => segment.trim() !== "" &&
      index < to && index + segment.length > from);
  const end = words.at(-1);
  return [first + bytes.encode(text.slice(0, words[0].index)).length,
    first + bytes.encode(text.slice(0, end.index + end.segment.length)).length];
}

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
    frame.veil.drawn = () => this.handlers.veiled?.(frame.veil.hidden);
    frame.veil.drawn();
    this.listen(frame);
    this.front.className = "back";
    frame.className = "";
    frame.veil?.draw(); // Firefox calls nothing visible in a frame that is not
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
      const mark = event.target.closest?.("pith-nav[data-p]") ??
        frame.veil?.at(event.clientX, event.clientY);
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
    this.front.veil?.draw();
  }

  // The pieces that the mouse or the keyboard has selected, if only in part.
  selected() {
    const chosen = this.front.contentDocument?.getSelection();
    if (!chosen || chosen.isCollapsed) return [];
    return [...this.marks].filter(([, elements]) => elements.some((element) =>
      chosen.containsNode(element, true))).map(([number]) => number);
  }

  // The bytes that are selected, to whole words: [from, to] for each piece. Where
  // the text is not the bytes themselves (references, another encoding), the
  // whole piece.
  selectedSpans() {
    const chosen = this.front.contentDocument?.getSelection();
    if (!chosen || chosen.isCollapsed) return [];
    const range = chosen.getRangeAt(0);
    const spans = [];
    for (const elements of this.marks.values())
      for (const element of elements) {
        const text = element.firstChild;
        if (!element.dataset.to || text?.nodeType !== Node.TEXT_NODE ||
          !chosen.containsNode(text, true)) continue;
        const from = text === range.startContainer ? range.startOffset : 0;
        const to = text === range.endContainer ? range.endOffset : text.length;
        const span = wordSpan(element, from, to);
        if (span) spans.push(span);
      }
    return spans;
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
    this.front.veil?.draw();
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
