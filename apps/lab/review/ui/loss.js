// loss.js: above the page, where a search lost it: the query, what was cut,
// and the class of the loss (docs/lab/experiment.md), which a grader has the last
// word on. Only for files that `pith search experiment` writes.

import { get, mark } from "./api.js";
import { FROM, TO } from "./paint.js";
import { make } from "./side.js";

export const lossClasses = [
  ["content-cut", "1", "content cut", "content was taken for boilerplate"],
  ["not-isolated", "2", "not isolated",
    "text that pages share, and no menu, went with the boilerplate"],
  ["boilerplate-relevant", "3", "boilerplate relevant",
    "the boilerplate does answer the query"],
  ["judgement", "4", "judgement", "the page is not relevant after all"],
  ["others-rose", "5", "others rose", "nothing of the query was cut"],
];

export class Losses {
  constructor(state, { notify, shown, sorted, bring }) {
    this.state = state;
    this.handlers = { notify, shown, sorted, bring };
    this.box = document.getElementById("loss");
    this.classes = document.getElementById("loss-classes");
    this.comment = document.getElementById("comment-page");
    this.list = [];
    this.at = 0;
    for (const [value, key, name, meaning] of lossClasses) {
      const button = make("button", "", name);
      button.type = "button";
      button.title = meaning;
      button.dataset.value = value;
      button.append(make("kbd", "", key));
      button.addEventListener("click", () => this.give(value));
      this.classes.append(button);
    }
    document.getElementById("loss-back")
      .addEventListener("click", () => this.step(-1));
    document.getElementById("loss-next")
      .addEventListener("click", () => this.step(1));
  }

  get open() {
    return this.list[this.at];
  }

  // Another page is on its way: nothing is sorted before it is seen.
  clear() {
    this.list = [];
    this.at = 0;
    this.box.hidden = true;
  }

  // What the page that is open lost, and how it was sorted. The first
  // loss that nobody sorted is opened.
  async load({ stay = false } = {}) {
    const { page, grader } = this.state;
    const [{ losses }, { marks }] = await Promise.all([
      get("/api/losses", { id: page }), get("/api/marks", { page, grader })]);
    if (page !== this.state.page) return;
    for (const loss of losses) {
      const sorted = marks.find((one) => one.kind === "loss" &&
        one.method === loss.run && one.topic === loss.topic);
      loss.sorted = sorted?.value ?? "";
      loss.comment = sorted?.comment ?? "";
    }
    const first = losses.findIndex((one) => one.sorted === "");
    this.list = losses;
    if (!stay || this.at >= losses.length) this.at = Math.max(0, first);
    this.draw();
  }

  draw() {
    const loss = this.open;
    this.box.hidden = !loss;
    if (!loss) return;
    const put = (id, text) => {
      document.getElementById(id).textContent = text;
    };
    this.comment.value = loss.comment;
    put("loss-query", loss.query);
    put("loss-rank", `${loss.run}: place ${loss.rank_basic} to ` +
      (loss.rank_cut ? loss.rank_cut : "none"));
    put("loss-place", `loss ${this.at + 1} of ${this.list.length}`);
    put("loss-line", loss.line);
    put("loss-words", loss.words ? `cut with it: ${loss.words}`
      : "no word of the query was cut from this page");
    for (const button of this.classes.querySelectorAll("button")) {
      const { value } = button.dataset;
      button.setAttribute("aria-pressed", value === loss.sorted);
      button.classList.toggle("suggested", value === loss.class);
    }
    put("loss-by", loss.sorted === "" ? "dashed: as sorted by rule"
      : loss.sorted === loss.class ? "confirmed" : "corrected");
    this.handlers.bring(loss);
  }

  step(by) {
    if (this.list.length === 0) return;
    this.at = (this.at + by + this.list.length) % this.list.length;
    this.draw();
  }

  // Sort the open loss into a class.
  async give(value) {
    const loss = this.open;
    const shown = this.handlers.shown();
    if (!loss || !shown || this.busy) return;
    const { site, page } = shown;
    this.busy = true;
    loss.sorted = value;
    loss.comment = this.comment.value;
    this.draw();
    try {
      await mark({ kind: "loss", site, page, method: loss.run,
        topic: loss.topic, grader: this.state.grader, value }, loss.comment);
    } catch (failure) {
      return this.handlers.notify(`not saved yet: ${failure.message}`, true);
    } finally {
      this.busy = false;
    }
    if (page === this.state.page)
      this.handlers.sorted(this.list.filter((one) => one.sorted).length, value);
  }

  // The next loss of the page that nobody sorted; false when there is none.
  goOn() {
    const next = this.list.findIndex((one) => one.sorted === "");
    if (next < 0) return false;
    this.at = next;
    this.draw();
    return true;
  }
}

// The segments that hold what was cut, by their bytes.
export function lossSegments(segments, loss) {
  const found = [];
  segments.forEach((segment, i) => {
    if (segment[FROM] < loss.to && segment[TO] > loss.from) found.push(i);
  });
  return found;
}
