#!/usr/bin/env python3
"""`pith eval -m` with methods of sites: the scores are those of `pith site -m`
whose output is scored with --pred, for any number of threads; --group-by parts
a folder into the sites that were learnt apart.                       # threads

    run_sites.py --pith PITH
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

METHODS = (("chain", ("-m", "chain")), ("site-auto", ("-m", "auto")), ("layer", ("-m", "layer")),
           ("chain-compat", ("-m", "chain", "--compat")), ("layer-compat", ("-m", "layer", "--compat")))


def page(site, number):
    """A page with a menu and a footer that all share, and a gold text."""
    menu = "".join(f'<li><a href="/{i}">Entry {i}</a></li>' for i in range(8))
    text = [" ".join(f"{site}{number}word{(k * 7 + i * 3 + number) % 50}" for i in range(30)) + "."
            for k in range(4)]
    body = "".join(f"<p>{line}</p>" for line in text)
    html = (f"<!DOCTYPE html><html><head><meta charset=utf-8><title>{site} {number}</title></head><body><ul>{menu}</ul>"
            f"<h1>{site} {number}</h1>{body}<div><p>All rights reserved</p><p>Imprint</p></div></body></html>")
    return html, "\n".join([f"{site} {number}", *text])


def write_site(folder, site, pages_in, count=9):
    """Every second page has gold; all are learnt from."""
    (folder / pages_in).mkdir(parents=True)
    records = []
    for number in range(count):
        html, gold = page(site, number)
        name = f"{pages_in}/p{number}.html"
        (folder / name).write_text(html)
        if number % 2 == 0:
            records.append({"id": f"p{number}", "site": site, "file": name, "gold_text": gold})
    return records


def write_gold(folder, records):
    (folder / "gold.jsonl").write_text("".join(json.dumps(r) + "\n" for r in records))


class Tester:
    def __init__(self, pith, folder):
        self.pith, self.folder = pith, folder

    def run(self, *arguments, code=0):
        done = subprocess.run([self.pith, *map(str, arguments)], capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == code, (arguments, done.returncode, done.stderr)
        return done

    def score(self, *arguments):
        result = json.loads(self.run("eval", "-q", "--json", *arguments).stdout)
        result.pop("pred")  # what the run is called
        return result


def as_site_has_it(t):
    """Two sites whose pages have the same ids: each keeps its own."""
    data = t.folder / "data"
    for site in ("amber", "birch"):
        write_gold(data / site, write_site(data / site, site, "pages"))
    for name, options in METHODS:
        out = t.folder / f"out-{name}"
        for site in ("amber", "birch"):
            out.mkdir(exist_ok=True)
            t.run("site", "-q", *options, data / site / "pages", "-o", out / site)
            own = t.score("--gold", data / site, "-m", name)
            assert own == t.score("--gold", data / site, "--pred", out / site), (name, own)
        both = t.run("eval", "-q", "--gold", data, "-m", name, "-j", 1).stdout
        assert both == t.run("eval", "-q", "--gold", data, "-m", name, "-j", 3).stdout, name
        assert any(line.split()[:2] == ["ALL", "10"] for line in both.splitlines()), both
    split = t.run("eval", "-q", "--gold", data, "-m", "chain", "--compat").stdout
    assert split == t.run("eval", "-q", "--gold", data, "-m", "chain-compat").stdout
    versus = t.run("eval", "-q", "--gold", data, "-m", "auto", "--versus", "chain").stdout
    assert "difference" in versus and "nan" not in versus, versus


def grouped(t):
    """One gold over a folder of sites: parted, each is learnt by itself."""
    data, records = t.folder / "mixed", []
    for site in ("amber", "birch", "cedar"):
        records += write_site(data, site, site, 3)
    write_gold(data, records)
    parted = t.score("--gold", data, "-m", "chain-compat", "--group-by", "folder")
    # three pages are no cluster, nine are one: only together the menu is found
    assert parted["all"]["word_F1"] < t.score("--gold", data, "-m", "chain-compat")["all"]["word_F1"]
    (t.folder / "out").mkdir()
    for site in ("amber", "birch", "cedar"):
        t.run("site", "-q", "-m", "chain", "--compat", data / site, "-o", t.folder / "out" / site)
    merged = t.folder / "merged.jsonl"
    with open(merged, "w", encoding="utf-8") as out:
        for site in ("amber", "birch", "cedar"):
            for line in (t.folder / "out" / site / "pages.jsonl").read_text().splitlines():
                record = json.loads(line)
                record["id"] = record["path"] = f"{site}/{record['path']}"
                out.write(json.dumps(record) + "\n")
    assert parted == t.score("--gold", data, "--pred", merged), parted


def refused(t):
    data = t.folder / "refused"
    write_gold(data, write_site(data, "amber", "pages"))
    for options, said in (
            (("-m", "nothing"), "no such method; choose auto, site-auto, sentence"),
            (("--compat",), "--compat needs -m sentence, chain or layer"),
            (("-m", "dom", "--group-by", "host"), "--group-by needs a method of sites"),
            (("-m", "chain", "--group-by", "planet"), "host")):
        done = t.run("eval", "--gold", data, *options, code=2)
        assert said in done.stderr, done.stderr
    (data / "pages" / "p2.html").unlink()
    done = t.run("eval", "-q", "--json", "--gold", data, "-m", "chain", code=1)
    assert "1 pages of the gold were not found" in done.stderr, done.stderr
    assert '"missing":1' in done.stdout.replace(" ", ""), done.stdout[:400]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pith", type=pathlib.Path, required=True)
    pith = parser.parse_args().pith.resolve()
    tests = (as_site_has_it, grouped, refused)
    for test in tests:
        with tempfile.TemporaryDirectory(prefix="pith-eval-") as folder:
            test(Tester(pith, pathlib.Path(folder)))
    print(f"eval of sites: {len(tests)} passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
