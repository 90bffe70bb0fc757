"""An experiment with losses for the review page, and its report afterwards.

One site of review_sites.py and two topics that ask for words of its boilerplate:
what cuts the boilerplate loses every relevant page."""
import json
import pathlib
import shutil
import subprocess

import review_sites

TOPICS = "quay\tropes knots lanterns\npost\tfollow us by pigeon\n"
RELEVANT = {"quay": (1, 4), "post": (1, 2, 4)}


def experiment(pith, room, out, *more):
    """Gives what it says."""
    done = subprocess.run(
        [pith, "search", "experiment", "--index", room / "watch.idx",
         "--topics", room / "topics.tsv", "--qrels", room / "qrels.txt",
         "--pages", room / "collection", "-q", "-o", room / out,
         *map(str, more)], capture_output=True, text=True, check=True,
        timeout=120)
    return done.stderr


def write(pith, room):
    """Make the collection and its report; returns the path of lost.jsonl."""
    review_sites.write(room / "written", sites=1)
    site = next(iter(pathlib.Path(room, "written").iterdir()))
    shutil.copytree(site, room / "collection")
    (room / "topics.tsv").write_text(TOPICS)
    (room / "qrels.txt").write_text("".join(
        f"{topic} 0 page{number}.html 1\n" for topic, numbers in
        RELEVANT.items() for number in numbers))
    subprocess.run([pith, "search", "index", room / "collection", "-m",
                    "sentence", "-q", "-o", room / "watch.idx"], check=True,
                   timeout=120)
    experiment(pith, room, "report")
    return room / "report" / "lost.jsonl"


def losses(folder):
    return [json.loads(line) for line in
            (folder / "losses.jsonl").read_text().splitlines()]


def wanted_counts(found, said):
    """By rule and corrected, from the list of losses and what was typed."""
    words = {(x["run"], x["topic"], x["id"]): x["class"] for x in said}
    by_rule, corrected = {}, {}
    for loss in found:
        key = (loss["run"], loss["topic"], loss["id"])
        by_rule[loss["class"]] = by_rule.get(loss["class"], 0) + 1
        now = words.get(key, loss["class"])
        corrected[now] = corrected.get(now, 0) + 1
    return by_rule, corrected


def check(pith, room):
    """The report with the store: returns the number of things that are wrong."""
    wrong = []
    said = json.loads((room / "said.json").read_text())
    stderr = experiment(pith, room, "again", "--corrections",
                        room / "losses.db")
    found = losses(room / "again")
    by_rule, corrected = wanted_counts(losses(room / "report"), said)
    table, = json.loads((room / "again" / "report.json").read_text())["losses"]
    for name in ("content-cut", "not-isolated", "boilerplate-relevant",
                 "judgement", "others-rose"):
        if table[name] != by_rule.get(name, 0):
            wrong.append(f"{name} by rule: {table[name]}, {by_rule}")
        if table["corrected"][name] != corrected.get(name, 0):
            wrong.append(f"{name} corrected: {table['corrected']}, {corrected}")
    if (table["corrected"]["looked_at"], table["corrected"]["changed"]) != (
            len(said), 2) or by_rule == corrected:
        wrong.append(f"looked at: {table['corrected']}")
    written = [{key: x[key] for key in ("run", "topic", "id")} |
            {"class": x["corrected"]} for x in found if "corrected" in x]
    order = json.dumps
    if sorted(map(order, written)) != sorted(map(order, said)):
        wrong.append(f"losses.jsonl has {written}, sorted were {said}")
    if "shared by all pages" not in [x.get("comment") for x in found]:
        wrong.append("the comment is not in losses.jsonl")
    page = (room / "again" / "report.html").read_text()
    if "corrected: 3 looked at, 2 changed" not in page:
        wrong.append("report.html has no corrected row")
    if stderr:
        wrong.append(f"it says {stderr}")
    return wrong + check_strangers(pith, room)


def check_strangers(pith, room):
    """Corrections of another grader, or about other topics."""
    wrong = []
    (room / "topics.tsv").write_text(TOPICS.replace("quay\t", "other\t"))
    (room / "qrels.txt").write_text((room / "qrels.txt").read_text()
                                    .replace("quay ", "other "))
    stderr = experiment(pith, room, "other", "--corrections",
                        room / "losses.db")
    if "are none of this experiment" not in stderr:
        wrong.append(f"corrections of other topics: {stderr!r}")
    for more in (["--corrections", room / "losses.db", "--grader", "berta"],
                 ["--corrections", room / "nowhere.db"]):
        try:
            experiment(pith, room, "none", *more)
            wrong.append(f"{more} was taken")
        except subprocess.CalledProcessError as failure:
            if failure.returncode != 1 or not failure.stderr:
                wrong.append(f"{more}: {failure}")
    if (room / "nowhere.db").exists():
        wrong.append("a store was made where there was none")
    return wrong
