#!/usr/bin/env python3
"""`pith eval` and input that is wrong, missing, strange or large: a message, the
right exit code, and the rest scored."""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import eval_twins as twins

SIZE = 5 if os.environ.get("PITH_TEST_SIZE") == "small" else 100  # MB


def write(path, text):
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def broken_lines(pith, folder):
    gold = write(folder / "gold.jsonl", '{"id":"a","gold_text":"one two"}\n{"id":"b","gold_text":"thr\n\n[]\n{"gold_text":"no id"}\n'
                 '{"id":"c","gold_text":"three"} {"id":"d"}\n{"id":"e","gold_text":"four"}\n')
    pred = write(folder / "pred.jsonl", b'{"id":"a","text":"one two"}\n{"id":\x00}\nnot json\n{"id":"e","text":"four \xff\xfe"}')
    shown, said = twins.run_pith(pith, "--gold", gold, "--pred", pred, "--json", code=1)
    found = json.loads(shown)["all"]
    assert found["pages"] == 2 and found["word_F1"] == 1, found
    for line in ("gold.jsonl:2: broken JSON", "gold.jsonl:4: no JSON object", 'gold.jsonl:5: neither "id" nor "path"',
                 "gold.jsonl:6: more than one JSON object", "pred.jsonl:2: neither", "pred.jsonl:3: no JSON object"):
        assert line in said, (line, said)


def missing_things(pith, folder):
    gold = write(folder / "gold.jsonl", '{"id":"a","gold_text":"one two"}\n{"id":"b","gold_text":null}\n{"id":"c","gold_text":"-"}\n')
    pred = write(folder / "pred.jsonl", '{"id":"other","text":"x"}\n')
    shown, _ = twins.run_pith(pith, "--gold", gold, "--pred", pred)
    assert "1 gold pages had no prediction (scored 0)" in shown, shown
    empty = write(folder / "empty.jsonl", "")
    for arguments, why in (((), "name the gold"), (("--gold", folder / "none"), "no such file"),
                           (("--gold", gold, "--pred", folder / "none"), "no such file"),
                           (("--gold", empty), "no records in it"), (("--gold", gold, "--pred", empty), "no records in it"),
                           (("--gold", gold, "x.jsonl"), "takes no arguments"), (("--gold", gold, "--by", "colour"), "dataset"),
                           (("--gold", gold, "-o", "report.pdf"), ".html"), (("--gold", gold, "-m", "chian"), "no such method"),
                           (("--gold", gold, "-m", "chain"), '3 pages of the gold were not found beside it ("file")'),
                           (("--gold", gold, "--pred", pred, "-m", "auto"), "leave them out"),
                           (("--grades", gold, "--gold", gold), "cannot be combined"),
                           (("--grades", folder / "none"), "no such file"),
                           (("--gold", gold, "--pred", pred, "-o", folder / "no" / "r.html"), "no such file")):
        code = 2 if why in ("name the gold", "takes no arguments", "dataset", ".html", "no such method", "leave them out", "cannot be combined") else None
        done = run_any(pith, arguments)
        assert done[0] == code or (code is None and done[0] in (1, 3)), (arguments, done)
        assert why in done[1] and done[1].startswith("pith: "), (arguments, done)
    none = write(folder / "none.jsonl", '{"id":"b","gold_text":null}\n')
    assert "no record of the gold" in twins.run_pith(pith, "--gold", none, "--pred", pred, code=1)[1]


def run_any(pith, arguments):
    done = subprocess.run([pith, "eval", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stderr.decode()


def same_names(pith, folder):
    gold = write(folder / "gold.jsonl", '{"id":"a","gold_text":"one"}\n{"id":"a","gold_text":"two"}\n{"id":7,"gold_text":"seven"}\n')
    pred = write(folder / "pred.jsonl", '{"id":"a","text":"one"}\n{"id":"a","text":"two"}\n{"id":7,"text":"seven"}\n')
    shown, said = twins.run_pith(pith, "--gold", gold, "--pred", pred, "--json")
    found = json.loads(shown)["all"]
    assert found["pages"] == 3 and abs(found["word_F1"] - 2 / 3) < 1e-5, found
    assert "1 gold records" in said and "the last one counts" in said, said


def no_page(pith, folder):
    """Gold that names pages which are not there, and one that is."""
    write(folder / "page.html", "<p>One two three four five six seven eight nine ten.</p>")
    gold = write(folder / "gold.jsonl", '{"id":"a","file":"page.html","gold_text":"one two three"}\n'
                 '{"id":"b","file":"gone.html","gold_text":"x"}\n{"id":"c","gold_text":"y"}\n')
    shown, said = twins.run_pith(pith, "--gold", gold, "--blocks", "--json", code=1)
    found = json.loads(shown)["all"]
    assert found["pages"] == 3 and found["missing"] == 2 and found["blocks"]["pages"] == 1, found
    assert "gone.html" in said and "names no page" in said, said


def folders(pith, folder):
    """Folders of texts, of data sets, and what pith site writes."""
    for name in ("texts", "gold/sub", "out", "sets/one", "sets/two"):
        (folder / name).mkdir(parents=True)
    write(folder / "texts/a.txt", "one two")
    (folder / "texts/sub").mkdir()
    write(folder / "texts/sub/b.md", "three")
    write(folder / "gold/a.txt", "one two")
    write(folder / "gold/sub/b.txt", "three four")
    found = json.loads(twins.run_pith(pith, "--gold", folder / "gold", "--pred", folder / "texts", "--json")[0])["all"]
    assert found["pages"] == 2 and found["word_P"] == 1 and found["word_R"] == 0.75, found
    for name in ("one", "two"):
        write(folder / f"sets/{name}/gold.jsonl", json.dumps({"id": name, "file": f"pages/{name}.html", "gold_text": name}) + "\n")
    write(folder / "out/pages.jsonl", '{"path":"one.html","text":"one"}\n{"path":"two.html","text":"three"}\n')
    found = json.loads(twins.run_pith(pith, "--gold", folder / "sets", "--pred", folder / "out", "--json")[0])["all"]
    assert found["pages"] == 2 and found["word_F1"] == 0.5, found
    said = twins.run_pith(pith, "--gold", folder / "out", code=1)[1]
    assert "neither gold.jsonl nor texts" in said, said


def ranges(pith, folder):
    spans = [{"from": 0, "to": 10, "label": "navigation"}, {"from": 10, "to": 30, "label": "content"}]
    gold = write(folder / "gold.jsonl", json.dumps({"id": "a", "spans": spans}) + "\n")
    other = [{"from": 5, "to": 25, "label": "content"}]
    pred = write(folder / "pred.jsonl", json.dumps({"id": "a", "spans": other}) + "\n")
    found = json.loads(twins.run_pith(pith, "--gold", gold, "--pred", pred, "--json")[0])["all"]["ranges"]
    # 15 of 20 kept bytes are right, 15 of 20 wanted bytes kept; 5 and 5 wrong.
    assert found["precision"] == 0.75 and found["recall"] == 0.75 and abs(found["kappa"] - 0.25) < 1e-6, found


def hostile_names(pith, folder):
    """Ids that are markup, formulas or control characters stay what they are."""
    evil = "<script>alert(1)</script>\x1b[31m\"'=1+1"
    gold = write(folder / "gold.jsonl", json.dumps({"id": evil, "dataset": "=cmd()", "gold_text": "<b>one</b> two"}) + "\n")
    pred = write(folder / "pred.jsonl", json.dumps({"id": evil, "text": "</pre><script>x</script>"}) + "\n")
    shown, _ = twins.run_pith(pith, "--gold", gold, "--pred", pred, "--worst", 1, "-o", folder / "r.html", "-o", folder / "r.csv",
                              "-o", folder / "r.json")
    page = (folder / "r.html").read_text()
    assert "<script" not in page and "&lt;script&gt;" in page
    assert "\x1b" not in shown and "\x1b" not in page
    assert ",'=cmd()," in (folder / "r.csv").read_text()
    assert json.loads((folder / "r.json").read_text())["worst"][0]["id"] == evil


def large(pith, folder):
    """A text of many megabytes is scored, but for ROUGE where it is one line;
    many short ones are no trouble."""
    words = " ".join(f"word{i % 50021}" for i in range(SIZE * 1000000 // 10))
    gold = write(folder / "gold.jsonl", json.dumps({"id": "a", "gold_text": words}) + "\n"
                 + json.dumps({"id": "b", "gold_text": "a\n" * (SIZE * 20000)}) + "\n")
    pred = write(folder / "pred.jsonl", json.dumps({"id": "a", "text": words[len(words) // 2:]}) + "\n"
                 + json.dumps({"id": "b", "text": "a\n" * (SIZE * 40000)}) + "\n")
    shown, _ = twins.run_pith(pith, "--gold", gold, "--pred", pred, "--json", "-o", folder / "r.html", "--worst", 2)
    found = json.loads(shown)["all"]
    assert found["pages"] == 2 and found["too_large"] == 1, found
    assert abs(found["rouge_F1"] - 2 / 3) < 1e-5, found  # of the short lines
    assert abs(found["word_F1"] - 2 / 3) < 1e-3, found
    assert (folder / "r.html").stat().st_size < 200000


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pith", required=True)
    pith = parser.parse_args().pith
    cases = (broken_lines, missing_things, same_names, no_page, folders, ranges, hostile_names, large)
    for case in cases:
        with tempfile.TemporaryDirectory() as name:
            case(pith, pathlib.Path(name))
    print(f"{len(cases)} cases")
    return 0


if __name__ == "__main__":
    sys.exit(main())
