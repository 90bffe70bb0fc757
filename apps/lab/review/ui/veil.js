// veil.js: the shading. Boxes over the text that is cut, in a layer above the
// page that no style of the page reaches: they lie in a shadow tree, in the top
// layer, so nothing of the page can cover, blank or move them. Text that the page
// itself does not show has no box; how much that is, is counted and said.

const styles = `
:host{all:initial;position:absolute;left:0;top:0;width:0;height:0;pointer-events:none}
div{position:absolute;box-sizing:border-box;border-radius:2px;pointer-events:none}
.cut{background:repeating-linear-gradient(var(--pd,45deg),
 hsl(var(--ph,220) 75% 35%/calc(var(--pa,.35)*.75)) 0 2px,transparent 2px 9px),
 hsl(var(--ph,220) 75% 55%/calc(var(--pa,.35)*.8))}
.diff{outline:2px solid #e07b00;outline-offset:1px}
.fixed{outline:2px dashed #1d8a55;outline-offset:1px}
.lost{outline:2px solid #c2255c;outline-offset:1px}
.line{outline-width:4px}
.picked{outline:3px solid #2f6fde;outline-offset:1px}`;

// What the page's own document gets, as its first layer: for important rules the
// first layer is the strongest, whatever the page's sheets say. A mark itself
// looks like nothing; without scripts of its own the page cannot enter the top
// layer.
export const guard = `
@layer pith{
html,body{display:block!important;opacity:1!important;filter:none!important;
 visibility:visible!important;clip-path:none!important;mask:none!important;
 content-visibility:visible!important;contain:none!important}
*{pointer-events:auto!important}
pith-nav{all:unset!important;cursor:pointer!important}
html[data-mode=hidden] pith-nav[data-l="1"],html[data-mode=hidden] [data-pith-gone]{display:none!important}
html[data-mode=boilerplate] pith-nav[data-l="0"]{opacity:.1!important}
pith-veil{all:initial!important;display:block!important;position:absolute!important;left:0!important;
 top:0!important;width:0!important;height:0!important;overflow:visible!important;
 pointer-events:none!important;z-index:2147483647!important}
pith-veil::backdrop{display:none!important}
}
:where(a[data-href]){color:#1a56b4;text-decoration:underline}
:where(img:not([src])){outline:1px dotted #9aa3b2;min-width:12px;min-height:12px}`;

export class Veil {
  constructor(frame) {
    const page = frame.contentDocument;
    this.page = page;
    this.view = frame.contentWindow;
    this.host = page.createElement("pith-veil");
    this.host.setAttribute("popover", "manual");
    this.host.setAttribute("aria-hidden", "true");
    this.root = this.host.attachShadow({ mode: "open" });
    const sheet = page.createElement("style");
    sheet.textContent = styles;
    this.boxes = page.createElement("section");
    this.extra = page.createElement("section");
    this.root.append(sheet, this.boxes, this.extra);
    page.documentElement.append(this.host);
    this.host.showPopover?.();
    this.marks = [];
    this.found = []; // [left, top, right, bottom, mark] in the document
    const again = () => {
      this.view.cancelAnimationFrame(this.later);
      this.later = this.view.requestAnimationFrame(() => this.draw());
    };
    // What moves when something scrolls: inner boxes, and fixed ones.
    page.addEventListener("scroll", () => { if (this.moves) again(); }, true);
    page.addEventListener("load", again, true); // an image that came late
    page.addEventListener("toggle", again, true);
    page.addEventListener("transitionend", again, true);
    new this.view.ResizeObserver(again).observe(page.documentElement);
    page.fonts?.ready.then(again);
  }

  set(marks, alpha) {
    this.marks = marks;
    this.alpha = alpha;
    this.draw();
  }

  // Boxes are measured first and made afterwards: one layout for all of them.
  draw() {
    const { scrollX, scrollY } = this.view;
    const clips = new Map();
    this.found = [];
    this.hidden = 0;
    this.moves = false;
    if (!this.page.documentElement) return;
    for (const mark of this.marks) {
      const looks = kind(mark);
      if (!looks) continue;
      const shown = this.shownParts(mark, clips);
      if (shown.length === 0 && looks.includes("cut")) this.hidden++;
      for (const box of shown)
        this.found.push([box.left + scrollX, box.top + scrollY,
          box.right + scrollX, box.bottom + scrollY, mark, looks]);
    }
    const made = this.page.createDocumentFragment();
    for (const [left, top, right, bottom, mark, looks] of this.found) {
      const box = this.page.createElement("div");
      box.className = looks;
      box.style.cssText = `left:${left}px;top:${top}px;width:${right - left}px;` +
        `height:${bottom - top}px;--ph:${mark.pithHue};--pd:${mark.pithSlant}deg`;
      made.append(box);
    }
    this.boxes.style.setProperty("--pa", this.alpha);
    this.boxes.replaceChildren(made);
    this.drawn?.();
  }

  // The rectangles of a mark that can be seen, without what a box around it
  // clips away.
  shownParts(mark, clips) {
    const target = mark.firstElementChild ?? mark; // an image, or text
    if (mark.checkVisibility && !mark.checkVisibility({ opacityProperty: true,
      visibilityProperty: true, contentVisibilityAuto: true })) return [];
    const clip = this.clipOf(mark.parentElement, clips);
    const shown = [];
    for (const one of target.getClientRects()) {
      const box = { left: Math.max(one.left, clip.left),
        top: Math.max(one.top, clip.top),
        right: Math.min(one.right, clip.right),
        bottom: Math.min(one.bottom, clip.bottom) };
      if (box.right - box.left > 1 && box.bottom - box.top > 1) shown.push(box);
    }
    return shown;
  }

  // What the boxes around an element leave of it; each is looked at once.
  clipOf(element, clips) {
    const path = [];
    const all = { left: -1e6, top: -1e6, right: 1e7, bottom: 1e8 };
    let at = element;
    for (; at && at !== this.page.body && at !== this.page.documentElement &&
      !clips.has(at); at = at.parentElement) path.push(at);
    let clip = clips.get(at) ?? all;
    for (const one of path.reverse()) {
      const style = this.view.getComputedStyle(one);
      if (style.position === "fixed") clip = all;
      if (style.position === "fixed" || style.position === "sticky")
        this.moves = true;
      if (style.display !== "inline" && style.display !== "contents" &&
        (style.overflowX !== "visible" || style.overflowY !== "visible")) {
        const box = one.getBoundingClientRect();
        this.moves = true;
        clip = { left: Math.max(clip.left, box.left),
          top: Math.max(clip.top, box.top),
          right: Math.min(clip.right, box.right),
          bottom: Math.min(clip.bottom, box.bottom) };
      }
      clips.set(one, clip);
    }
    return clip;
  }

  // The mark under a place of the window, also where the page covers it.
  at(x, y) {
    const left = x + this.view.scrollX;
    const top = y + this.view.scrollY;
    const hit = this.found.find((one) => left >= one[0] && left < one[2] &&
      top >= one[1] && top < one[3]);
    return hit?.[4];
  }

  // Something else in the same layer: visual blocks.
  put(elements) {
    this.extra.replaceChildren(...elements);
  }
}

// The classes of a mark's box; "" for none.
function kind(mark) {
  const { l, lost } = mark.dataset;
  const names = [];
  if (l === "1" && !mark.hasAttribute("data-off")) names.push("cut");
  for (const name of ["diff", "fixed", "picked"])
    if (mark.hasAttribute(`data-${name}`)) names.push(name);
  if (lost !== undefined) names.push("lost", ...(lost === "line" ? ["line"] : []));
  return names.join(" ");
}
