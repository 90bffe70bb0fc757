// side.js: the right: text, Markdown, blocks, and what is known of the page.

import { BLOCK, NAVIGATION, colour, verdict } from "./paint.js";

// Fields of a block.
const WORDS = 2, PAGES = 3, TAG = 4, TEXT = 5;

export class Side {
  constructor(body, tabs, { pick, correct }) {
    this.body = body;
    this.tabs = [...tabs.querySelectorAll("[data-side]")];
    this.handlers = { pick, correct };
    this.view = null;
    this.picked = -1;
    for (const tab of this.tabs)
      tab.addEventListener("click", () => this.show(tab.dataset.side));
    body.addEventListener("click", (event) => this.click(event));
    this.show(localStorage.getItem("pith-side") ?? "text");
  }

  show(name) {
    this.name = name;
    localStorage.setItem("pith-side", name);
    for (const tab of this.tabs)
      tab.setAttribute("aria-selected", tab.dataset.side === name);
    this.draw();
  }

  set(view) {
    this.view = view;
    this.picked = -1;
    this.draw();
  }

  draw() {
    this.body.replaceChildren();
    this.body.className = `side-body ${this.name}-body`;
    if (!this.view) return;
    if (this.name === "text") this.drawText();
    else if (this.name === "markdown") this.drawMarkdown();
    else if (this.name === "blocks") this.drawBlocks();
    else this.drawAbout();
    this.body.scrollTop = 0;
    if (this.picked >= 0) this.pick(this.picked, false);
  }

  drawText() {
    if (this.view.text.trim() === "")
      this.body.append(make("p", "quiet", "Nothing is left of this page."));
    for (const part of this.view.text.split(/\n{2,}/))
      if (part.trim()) this.body.append(make("p", "", part));
  }

  drawMarkdown() {
    this.body.append(make("pre", "", this.view.markdown));
  }

  drawBlocks() {
    const segments = this.segmentsOf();
    const all = document.createDocumentFragment();
    this.view.blocks.forEach((block, number) =>
      all.append(this.blockLine(block, number, segments.get(number) ?? [])));
    this.body.append(all);
  }

  // Block number -> numbers of its segments.
  segmentsOf() {
    const found = new Map();
    this.view.segments.forEach((segment, i) => {
      if (segment[BLOCK] < 0) return;
      if (!found.has(segment[BLOCK])) found.set(segment[BLOCK], []);
      found.get(segment[BLOCK]).push(i);
    });
    return found;
  }

  blockLine(block, number, segments) {
    const line = make("div", "block");
    line.dataset.block = number;
    const found = segments.length
      ? verdict(this.view.segments[segments[0]]) : { label: 0, reason: "" };
    const cut = found.label === NAVIGATION;
    if (cut) line.style.setProperty("--c", colour(found.reason));
    line.classList.toggle("cut", cut);
    line.classList.toggle("fixed", found.reason === "corrected");
    const about = make("small", "");
    about.append(make("span", "", cut ? "boilerplate" : "content"));
    if (found.reason && found.reason !== "corrected")
      about.append(make("span", "", `${found.reason} ${found.score.toFixed(2)}`));
    about.append(make("span", "", block[WORDS] === 1 ? "1 word" : `${block[WORDS]} words`));
    about.append(make("span", "", `<${block[TAG]}>`));
    if (block[PAGES] > 0)
      about.append(make("span", "",
        `on ${block[PAGES]} of ${this.view.clusterPages} pages`));
    const button = make("button", "", cut ? "is content" : "is boilerplate");
    button.type = "button";
    button.dataset.correct = cut ? "content" : "navigation";
    about.append(button);
    line.append(make("div", "", block[TEXT]), about);
    return line;
  }

  drawAbout() {
    const view = this.view;
    const list = document.createElement("dl");
    const add = (name, value) => {
      if (value === "" || value == null) return;
      list.append(make("dt", "", name), make("dd", "", String(value)));
    };
    const known = { title: "Title", byline: "By", date: "Date",
      lang: "Language", site_name: "Site", url: "Address",
      canonical: "Canonical" };
    for (const [key, name] of Object.entries(known))
      add(name, view.metadata[key]);
    add("File", view.path);
    add("Bytes", view.bytes.toLocaleString("en"));
    add("Encoding", view.encoding);
    add("Blocks", view.blocks.length);
    if (view.first.confidence > 0)
      add("Word F1 to expect", view.first.confidence);
    if (view.first.cluster != null)
      add("Cluster", `${view.first.cluster}, ${view.clusterPages} pages`);
    if (view.first.fit > 0) add("Fits its site", `${view.first.fit / 10} %`);
    if (view.first.tooFewPages)
      add("Note", "it resembles too few pages to be classified with");
    if (view.first.allRepeats) add("Note", "all of it repeats; nothing was cut");
    if (view.marksPresent)
      add("Note", "the page has marks of its own; nothing is shaded");
    this.body.append(list);
  }

  // --- selecting -------------------------------------------------------------

  click(event) {
    const button = event.target.closest("[data-correct]");
    const block = event.target.closest("[data-block]");
    if (button && block)
      this.handlers.correct(Number(block.dataset.block), button.dataset.correct);
    else if (block) this.handlers.pick(Number(block.dataset.block));
    else if (this.name === "text") {
      const part = event.target.closest("p");
      if (part) this.handlers.pick(this.blockOfText(part.textContent));
    }
  }

  // Text and blocks differ by white space only.
  blockOfText(text) {
    const flat = flatten(text);
    return this.view.blocks.findIndex((block) => {
      const start = flatten(block[TEXT]).slice(0, 60);
      return start !== "" && flat.startsWith(start.slice(0, 40));
    });
  }

  pick(block, bring = true) {
    this.picked = block;
    for (const old of this.body.querySelectorAll(".picked"))
      old.classList.remove("picked");
    let element = null;
    if (this.name === "blocks")
      element = this.body.querySelector(`[data-block="${block}"]`);
    else if (this.name === "text" && this.view.blocks[block]) {
      const start = flatten(this.view.blocks[block][TEXT]).slice(0, 40);
      element = [...this.body.querySelectorAll("p")].find((part) =>
        start !== "" && flatten(part.textContent).includes(start));
    }
    element?.classList.add("picked");
    if (bring) element?.scrollIntoView({ block: "nearest" });
  }
}

export function flatten(text) {
  return text.replace(/[\s*_#>|\\-]+/g, "");
}

export function make(name, style, text) {
  const element = document.createElement(name);
  if (style) element.className = style;
  if (text != null) element.textContent = text;
  return element;
}
