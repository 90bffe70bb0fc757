// paint.js: colours. What a frame looks like for a list of segments.
//
// A frame has <pith-nav data-p="N"> around the text of segment N and runs no
// script; everything here is done from outside. Fields of a segment:
import { guard, Veil } from "./veil.js";

export const FROM = 0, TO = 1, BLOCK = 2, LABEL = 3, REASON = 4, SCORE = 5,
  LABEL2 = 6, REASON2 = 7, SCORE2 = 8, CORRECTED = 9;
export const CONTENT = 0, NAVIGATION = 1;

const hues = {
  menu: 212, "menu-slot": 212, "link-list": 190, links: 178, header: 262,
  footer: 322, sidebar: 150, form: 48, overlay: 0, comment: 90,
  comments: 90, repeats: 280, "repeats-on-site": 280, chain: 280,
  "chain-leftover": 305, "changing-slot": 165, "outside-text": 28,
  outside: 28, "beside-the-text": 18, frame: 230, "no-sentence": 35, none: 35,
  "said-before": 130, "line-numbers": 70, "keyword-list": 110, marked: 280,
};

export function hue(reason) {
  if (reason in hues) return hues[reason];
  let sum = 7;
  for (const c of reason) sum = (sum * 31 + c.charCodeAt(0)) % 360;
  return sum;
}

// The slant of the hatching differs by reason, for those who see no colour.
export function slant(reason) {
  return 15 + hue(reason) * 7 % 150;
}

// What a screen reader says before the first of a run of boilerplate.
function name(element, found) {
  if (found.label !== NAVIGATION) {
    element.removeAttribute("role");
    element.removeAttribute("aria-description");
    return;
  }
  element.setAttribute("role", "mark");
  element.setAttribute("aria-description",
    `boilerplate${found.reason ? `, ${found.reason}` : ""}`);
}

export function colour(reason) {
  return `hsl(${hue(reason)} 65% 52%)`;
}

// Label, reason and score that count for a segment: a correction first.
export function verdict(segment, which = 0) {
  const at = which === 0 ? LABEL : LABEL2;
  const label = segment[at] === NAVIGATION ? NAVIGATION : CONTENT;
  if (which === 0 && segment[CORRECTED] >= 0)
    return { label: segment[CORRECTED], reason: "corrected", score: 1 };
  return { label, reason: segment[at] < 0 ? "" : segment[at + 1],
    score: segment[at + 2] };
}

// Paint a frame. `marks` is filled: segment number -> its elements.
export function paint(frame, segments, { which, mode, alpha, off, compare,
  without }) {
  const page = frame.contentDocument;
  const style = page?.getElementById("pith-style");
  if (!style) return new Map();
  if (style.textContent === "") style.textContent = guard;
  const root = page.documentElement;
  root.dataset.mode = mode;
  plain(page, without);
  const marks = new Map();
  for (const element of page.getElementsByTagName("pith-nav")) {
    const number = Number(element.dataset.p);
    const segment = segments[number];
    if (!segment) continue;
    const found = verdict(segment, which);
    element.dataset.l = found.label;
    element.pithHue = hue(found.reason);
    element.pithSlant = slant(found.reason);
    name(element, found);
    element.toggleAttribute("data-off", off.has(found.reason));
    element.toggleAttribute("data-fixed",
      which === 0 && segment[CORRECTED] >= 0);
    element.toggleAttribute("data-diff",
      compare && verdict(segment, 0).label !== verdict(segment, 1).label);
    if (!marks.has(number)) marks.set(number, []);
    marks.get(number).push(element);
  }
  if (mode === "hidden") closeUp(page);
  frame.veil ??= null;
  if (frame.veil?.page !== page) frame.veil = new Veil(frame);
  frame.veil.set([...marks.values()].flat(), alpha);
  return marks;
}

// Without the page's own styles nothing of it can hide, cover or move a mark.
// Inline styles are put away and brought back.
function plain(page, without) {
  for (const sheet of page.styleSheets)
    if (sheet.ownerNode?.id !== "pith-style") sheet.disabled = without;
  const from = without ? "style" : "data-pith-style";
  const to = without ? "data-pith-style" : "style";
  for (const element of page.querySelectorAll(`[${from}]`)) {
    if (element.localName.startsWith("pith-") ||
      element === page.documentElement) continue;
    element.setAttribute(to, element.getAttribute(from));
    element.removeAttribute(from);
  }
}

// Boxes whose text is all boilerplate close up when boilerplate is hidden.
function closeUp(page) {
  for (const element of page.querySelectorAll("[data-pith-gone]"))
    element.removeAttribute("data-pith-gone");
  const seen = new Map();
  for (const mark of page.getElementsByTagName("pith-nav")) {
    const kept = mark.dataset.l !== "1";
    for (let at = mark.parentElement; at && at !== page.body;
      at = at.parentElement) {
      // Whoever was here before has been further up as well.
      if (kept ? seen.get(at) : seen.has(at)) break;
      seen.set(at, kept);
    }
  }
  for (const [element, kept] of seen)
    if (!kept) element.setAttribute("data-pith-gone", "");
}

// Draw visual blocks: [from, to, parent, depth, doc, rule, separator, leaf].
export function drawVips(frame, segments, marks, blocks) {
  const page = frame.contentDocument;
  const view = frame.contentWindow;
  const boxes = new Map();
  for (const [number, elements] of marks)
    for (const element of elements)
      for (const rect of (element.firstElementChild ?? element).getClientRects())
        boxes.set(number, join(boxes.get(number), rect));
  const made = [];
  for (const [from, to, , depth, doc, , , leaf] of blocks) {
    if (!leaf) continue;
    let box;
    for (let i = firstAt(segments, from); i < segments.length &&
      segments[i][FROM] < to; i++)
      if (boxes.has(i)) box = join(box, boxes.get(i));
    if (box) made.push(vipsBox(page, view, box, depth, doc));
  }
  frame.veil.put(made);
  return made.length;
}

function vipsBox(page, view, box, depth, doc) {
  const element = page.createElement("div");
  const label = page.createElement("i");
  const tone = `hsl(${10 + doc * 21} 80% 40%)`;
  element.className = "vips";
  label.textContent = `DoC ${doc}`;
  element.title = `depth ${depth}`;
  element.append(label);
  element.style.cssText = `left:${box.left + view.scrollX - 3}px;` +
    `top:${box.top + view.scrollY - 3}px;width:${box.right - box.left + 6}px;` +
    `height:${box.bottom - box.top + 6}px;border:2px solid ${tone}`;
  label.style.cssText = "position:absolute;right:0;top:0;color:#fff;" +
    `background:${tone};font:600 11px/16px system-ui,sans-serif;padding:0 5px`;
  return element;
}

export function clearVips(frame) {
  frame.veil?.put([]);
}

function join(a, b) {
  if (!a) return { left: b.left, top: b.top, right: b.right, bottom: b.bottom };
  return { left: Math.min(a.left, b.left), top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom) };
}

// The first segment that ends behind `from`.
export function firstAt(segments, from) {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (segments[middle][TO] <= from) low = middle + 1;
    else high = middle;
  }
  return low;
}
