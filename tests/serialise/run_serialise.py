#!/usr/bin/env python3
"""Does a page give the same words after a crawler has stored it?

Pages of PITH_DATA go through the parsers and serialisers that crawlers use:
lxml (HTML and XML), BeautifulSoup (lxml, html.parser), html5lib, parse5, jsoup
and Chromium. The text of what they wrote is compared with the text of the page
as served. The mean word F1 of each must be at least .995, and no page may be
empty that was not.

`--pages 1000` is what the figures are of; fewer are read by default.

Exit 0 as it should be, 1 not, 77 skipped: no data, or no serialiser.

Usage: run_serialise.py --pith PROGRAM [--pages N] [--only NAME] [--installed] [--show N]
"""
# long: hundreds of pages through eight serialisers
import argparse
import base64
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "bench"))
import peers  # noqa: E402  (found through the line above)

PAGES = 250
MEAN_LEAST = 0.995
SKIPPED = 77
PYTHON = ["lxml_html", "lxml_xml", "soup_lxml", "soup_python", "html5lib_html"]
WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\w+")


def sample(count):
    """Pages of every set in turn, in a fixed order; whole UTF-8 pages only."""
    data = pathlib.Path(os.environ.get("PITH_DATA", ROOT / "build" / "data"))
    folders = [sorted(folder.glob("*")) for folder in sorted(data.glob("single/*/*/html"))]
    found = []
    for row in range(max(map(len, folders), default=0)):
        for paths in folders:
            if row >= len(paths) or len(found) == count:
                continue
            raw = paths[row].read_bytes()
            try:
                html = raw.decode("utf-8")
            except UnicodeDecodeError:
                continue
            if 2000 < len(raw) < 400000:
                found.append({"id": f"{paths[row].parts[-3]}/{paths[row].name}", "html": html})
    return found


def write_lines(path, pages):
    with open(path, "w", encoding="utf-8") as out:
        out.writelines(json.dumps(page) + "\n" for page in pages)


def read_lines(path):
    with open(path, encoding="utf-8") as lines:
        return [page for page in map(json.loads, lines) if page["html"]]


def by_python(name, folder, pages):
    out = folder / f"{name}.out"
    peers.call([str(peers.python_with(*peers.SERIALISERS)), str(HERE / "python_serialise.py"), name,
                str(folder / "pages.jsonl"), str(out)], f"{name} fails", seconds=500)
    return read_lines(out)


def by_parse5(folder, pages):
    if not shutil.which("node"):
        raise peers.Missing("node is not installed")
    out = folder / "parse5.out"
    peers.call(["node", str(HERE / "parse5_serialise.mjs"), str(peers.npm_folder()), str(folder / "pages.jsonl"),
                str(out)], "parse5 fails", seconds=500)
    return read_lines(out)


def by_jsoup(folder, pages):
    jar = peers.jsoup_jar()
    given, out = folder / "jsoup.in", folder / "jsoup.out"
    given.write_text("".join(base64.b64encode(page["html"].encode()).decode() + "\n" for page in pages))
    peers.call(["java", "-cp", str(jar), str(HERE / "JsoupSerialise.java"), str(given), str(out)], "jsoup fails",
               seconds=500)
    return [{"id": page["id"], "html": base64.b64decode(line).decode()}
            for page, line in zip(pages, out.read_text().splitlines())]


# Parse and serialise inside Chromium, and leave the results as text of the page.
HARNESS = """<!doctype html><meta charset=utf-8><pre id=out></pre><script>
const text = (s) => new TextDecoder().decode(Uint8Array.from(atob(s), (c) => c.charCodeAt(0)));
const code = (s) => { let out = ""; for (const b of new TextEncoder().encode(s)) out += String.fromCharCode(b);
  return btoa(out); };
document.getElementById("out").textContent = %s.map((page) =>
  code(new DOMParser().parseFromString(text(page), "text/html").documentElement.outerHTML)).join("\\n");
document.currentScript.remove();
</script>"""


def by_chromium(folder, pages):
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if not program:
        raise peers.Missing("chromium is not installed")
    done = []
    for start in range(0, len(pages), 50):
        some = pages[start:start + 50]
        coded = [base64.b64encode(page["html"].encode()).decode() for page in some]
        (folder / "chromium.html").write_text(HARNESS % json.dumps(coded))
        dump = subprocess.run([program, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
                               f"file://{folder}/chromium.html"], capture_output=True, text=True, timeout=300)
        found = re.search(r'<pre id="out">(.*?)</pre>', dump.stdout, re.S)
        if not found or found[1].count("\n") != len(some) - 1:
            raise peers.Missing("chromium does not run")
        done += [{"id": page["id"], "html": base64.b64decode(line).decode()}
                 for page, line in zip(some, found[1].split("\n"))]
    return done


SERIALISERS = {
    **{name: lambda folder, pages, name=name: by_python(name, folder, pages) for name in PYTHON},
    "parse5": by_parse5, "jsoup": by_jsoup, "chromium": by_chromium,
}


def extract(program, folder, name, pages):
    """Texts by id."""
    given = folder / f"{name}.jsonl"
    write_lines(given, pages)
    done = subprocess.run([program, "-t", "json", "--encoding", "utf-8", str(given)], capture_output=True)
    if done.returncode != 0:
        sys.exit(f"serialise: {program} failed: {done.stderr.decode()[-300:]}")
    return {record["id"]: record.get("text", "") for record in map(json.loads, done.stdout.splitlines())}


def words(text):
    return collections.Counter(WIDE.findall(text.lower()))


def word_f1(one, other):
    one, other = words(one), words(other)
    both = sum(one.values()) + sum(other.values())
    return 2 * sum((one & other).values()) / both if both else 1.0


def compare(before, after, shown):
    """The mean of F1, and the pages that were emptied."""
    scores = sorted((word_f1(before[key], text), key) for key, text in after.items())
    emptied = [key for key, text in after.items() if words(before[key]) and not words(text)]
    for score, key in scores[:shown]:
        print(f"    {score:.3f} {key}")
    return sum(score for score, _ in scores) / len(scores), emptied


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--pith", required=True)
    options.add_argument("--pages", type=int, default=PAGES)
    options.add_argument("--only")
    options.add_argument("--installed", action="store_true", help="install nothing")
    options.add_argument("--show", type=int, default=0, help="the worst pages of each")
    arguments = options.parse_args()
    peers.install = not arguments.installed
    pages = sample(arguments.pages)
    if not pages:
        print("serialise: no data")
        return SKIPPED
    wrong = ran = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_lines(folder / "pages.jsonl", pages)
        before = extract(arguments.pith, folder, "served", pages)
        for name, serialise in SERIALISERS.items():
            if arguments.only and name != arguments.only:
                continue
            try:
                after = extract(arguments.pith, folder, name, serialise(folder, pages))
            except peers.Missing as missing:
                print(f"  {name:14} left out: {missing}")
                continue
            mean, emptied = compare(before, after, arguments.show)
            ran += 1
            wrong += mean < MEAN_LEAST or bool(emptied)
            print(f"  {name:14} {mean:.4f} of {len(after)} pages, {len(emptied)} emptied {emptied[:3]}", flush=True)
    return SKIPPED if ran == 0 else 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
