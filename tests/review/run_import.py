#!/usr/bin/env python3
"""`pith review --import`: grades go out by the API as CSV and JSON lines, and
corrections as gold, and into another store, from which they come out the same;
a second time changes nothing; what is not there is reported and left out.

    run_import.py --pith PITH
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from run_bad_input import Review, make_site


def grade(review):
    """Two graders, both kinds of grades, similarities, a comment to quote."""
    _, pages = review.json("/api/pages?site=1")
    first, second = (page["id"] for page in pages["items"][:2])
    similar = f"kind=similarity&site=1&page={first}&partner={second}&method=auto"
    for ask, comment in (("kind=site&site=1&method=auto&value=4", 'small, "but" fine\nreally'),
                         ("kind=site&site=2&method=chain&value=2", ""),
                         ("kind=site&site=2&method=chain&value=5&grader=boris", "меню цело"),
                         (f"kind=page&site=1&page={first}&method=sentence-compat&value=N%2BS-", ""),
                         (f"kind=page&site=1&page={second}&method=sentence-compat&value=N%2BS%2B", "~"),
                         (f"{similar}&value=1111", ""), (f"{similar}&value=1101&grader=boris", "")):
        answer, data = review.ask(f"/api/mark?{ask}", "POST", body=comment.encode())
        assert answer.status == 200, data


def exported(pith, folder, store, form="jsonl"):
    review = Review(pith, folder, "--store", store)
    data = review.ask(f"/api/grades/{form}")[1]
    review.end()
    return data


def take_in(pith, folder, store, source, code):
    done = subprocess.run([pith, "review", folder, "--store", store, "--import", source], capture_output=True,
                          text=True, timeout=60, check=False)
    assert done.returncode == code, (done.returncode, done.stderr)
    return done.stderr


def as_set(lines, without=()):
    records = map(json.loads, lines.splitlines())
    return {tuple(sorted(r.items())) for r in records if (r["kind"], r["grade"]) not in without}


def corrections(pith, room, sites):
    """Corrections of two graders, of one site or several, there and back."""
    review = Review(pith, sites, "--store", room / "c.db", "--grader", "anna")
    _, pages = review.json("/api/pages?site=1")
    for page in pages["items"][:2]:
        for at, label, grader in ((40, "content", "anna"), (50, "navigation", "anna"), (45, "content", "boris")):
            answer, data = review.ask(f"/api/mark?kind=correction&site=1&page={page['id']}&from={at}&to={at + 20}"
                                      f"&value={label}&grader={grader}", "POST")
            assert answer.status == 200, data
    gold = review.ask("/api/gold.jsonl")[1]
    review.end()
    assert gold.count(b"\n") == 4, gold
    (room / "gold.jsonl").write_bytes(gold)
    for _ in range(2):
        said = take_in(pith, sites, room / "d.db", room / "gold.jsonl", 0)
        assert "4 of 4 corrected pages taken in" in said, said
    review = Review(pith, sites, "--store", room / "d.db")
    again = review.ask("/api/gold.jsonl")[1]
    review.end()
    assert again == gold, (again, gold)
    (room / "odd.jsonl").write_bytes(gold.splitlines()[0].replace(b".html", b".htm") + b"\n{\n" + gold)
    said = take_in(pith, sites, room / "e.db", room / "odd.jsonl", 1)
    assert "odd.jsonl:1: no such page here" in said and "odd.jsonl:2: broken JSON" in said, said
    assert "4 of 6 corrected pages" in said, said


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pith", required=True)
    pith = os.path.abspath(parser.parse_args().pith)
    with tempfile.TemporaryDirectory() as name:
        room = pathlib.Path(name)
        make_site(room / "sites", 3)
        try:
            review = Review(pith, room / "sites", "--store", room / "a.db", "--grader", "anna")
        except RuntimeError as error:
            print(error)
            return 77
        grade(review)
        forms = {form: review.ask(f"/api/grades/{form}")[1] for form in ("csv", "jsonl")}
        review.end()
        wanted = as_set(forms["jsonl"], {("similarity", "3")})
        assert len(wanted) == 6 and len(as_set(forms["jsonl"])) == 7, forms["jsonl"]
        for form, data in forms.items():
            (room / f"grades.{form}").write_bytes(data)
        for source in ("grades.csv", "grades.jsonl", "a.db"):
            store = room / f"from-{source}.db"
            for _ in range(2):  # three of four points do not say which
                said = take_in(pith, room / "sites", store, room / source, 1)
                assert "6 of 7 grades taken in" in said and "which parts are alike" in said, said
            assert as_set(exported(pith, room / "sites", store)) == wanted, source
        # a later grade is not undone by the same import
        review = Review(pith, room / "sites", "--store", store, "--grader", "anna")
        review.ask("/api/mark?kind=site&site=1&method=auto&value=5", "POST")
        review.end()
        take_in(pith, room / "sites", store, room / "grades.csv", 1)
        assert b'"item":"one","grade":"5"' in exported(pith, room / "sites", store).replace(b" ", b"")
        (room / "other.csv").write_text("kind,item,grade,grader\nsite,three,5,anna\npage,one/p0.html,N+S+,\n")
        said = take_in(pith, room / "sites", room / "b.db", room / "other.csv", 1)
        assert "5 of 'three': no such site or page here" in said and "1 of 2 grades" in said, said
        assert "no such file" in take_in(pith, room / "sites", room / "b.db", room / "none.csv", 1)
        for number, sites in enumerate((room / "sites", room / "sites" / "one")):
            place = room / str(number)
            place.mkdir()
            corrections(pith, place, sites)
    print("import of grades and corrections: ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
