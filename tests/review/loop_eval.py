"""What loop.mjs exported, read by `pith eval`: grades with those of a second
collection in one table, corrections as gold."""
import csv
import json
import statistics
import subprocess


def ask(pith, *arguments):
    done = subprocess.run([pith, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, (arguments, done.stderr)
    return done.stdout


def second_collection(path, rows):
    """Other sites, graded by the same two."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(["collection", "method", "grader", "kind", "item", "grade"])
        out.writerows(["harbour", "auto", grader, "site", f"site{n}", grade] for n, grader, grade in rows)


def check_grades(pith, room):
    """n is items: eight grades of four sites are four, the lower of two counts."""
    rows = list(csv.DictReader((room / "grades.csv").read_text(encoding="utf-8").splitlines()))
    rows = [row for row in rows if row["kind"] == "site"]
    assert len(rows) == 8 and {r["grader"] for r in rows} == {"anna", "boris"}, rows
    second_collection(room / "second.csv", [(1, "anna", 5), (1, "boris", 5), (2, "anna", 2), (3, "boris", 4)])
    wanted = {"review": [5, 4, 3, 5], "harbour": [5, 2, 4]}
    for source in ("grades.csv", "grades.jsonl", "loop.db"):
        said = json.loads(ask(pith, "eval", "--json", "--grades", room / source, "--grades", room / "second.csv"))
        groups = {g["collection"]: g for g in said["groups"] if g["kind"] == "site"}
        ours = next(name for name in groups if name != "harbour")
        for name, grades in ((ours, wanted["review"]), ("harbour", wanted["harbour"])):
            assert groups[name]["items"] == len(grades), (source, groups)
            assert abs(groups[name]["mean"] - statistics.mean(grades)) < 1e-6, (source, groups)


def check_corrections(pith, sites, room):
    """The corrected and graded page is whole gold: what the method kept, and three blocks."""
    lines = [json.loads(line) for line in (room / "corrections.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(lines) == 1 and lines[0]["grader"] == "anna" and len(lines[0]["spans"]) > 3, lines
    ask(pith, "site", sites, "--collection", "-m", "auto", "-o", room / "clean", "-q")
    found = json.loads(ask(pith, "eval", "--json", "--gold", room / "corrections.jsonl", "--pred", room / "clean"))
    score = found["all"]
    assert score["pages"] == 1 and score["missing"] == 0, score
    assert .5 < score["word_R"] < 1 and score["word_P"] > .9, score
    assert score["ranges"]["pages"] == 1 and score["ranges"]["recall"] < 1, score


def check(pith, sites, room):
    check_grades(pith, room)
    check_corrections(pith, sites, room)
