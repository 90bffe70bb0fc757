#!/usr/bin/env python3
"""pith._fleet and pith._isolate, of which pith.spark is made: the same as the
command for any partition; a page that misbehaves costs its own record.

    run_fleet.py --pith PROGRAM --module DIR
"""
import itertools
import json
import os
import pathlib
import random
import sys
import tempfile

import python_module

ARGS = python_module.arguments(__doc__)
sys.path.insert(0, str(python_module.ROOT / "tests/site"))
import fleet_case  # noqa: E402
import model_file  # noqa: E402
import pith  # noqa: E402: the path is set first
from pith import _fleet, _isolate  # noqa: E402


def pages_by_site(archives):
    found = {}
    for record in (record for path in archives for record in pith.warc(path) if record.is_html):
        page = _fleet.FleetPage(record.url, record.payload, record.charset)
        found.setdefault(_fleet.site_key(record.url), []).append(page)
    return found


def same_as_the_command(folder):
    archives = fleet_case.make(folder / "crawl", "--pages", 300, "--hosts", 12, "--files", 2)
    records, models = fleet_case.by_command(ARGS.pith.resolve(), archives, folder)
    found, learnt = [], {}
    for key, pages in pages_by_site(archives).items():
        *rows, site = _fleet.clean_run(key, None, pages, _fleet.Direct({}))
        found += rows
        learnt[key] = site["model"]
        assert site["applied"] == len(pages) and site["failed"] == 0, site
    fleet_case.compare(found, records)
    assert learnt == models, "models differ from those of the command"
    print(f"fleet: {len(found)} pages of {len(models)} sites equal the command's")
    return archives, models


def any_partition(archives, models):
    for key, pages in pages_by_site(archives).items():
        for parts, seed in itertools.product((1, 2, 7), (1, 2)):
            rng = random.Random(seed)
            rng.shuffle(pages)
            learnt = [_fleet.learn_chunk(key, pages[n::parts], {}) for n in range(parts)]
            rng.shuffle(learnt)
            assert _fleet.merge_models([*learnt, learnt[0]]) == models[key], key


def other_models_are_refused(models):
    model = next(iter(models.values()))
    other = _fleet.learn_chunk("x", [_fleet.FleetPage(None, b"<p>One")], {"max_depth": 100})
    wrong = next(model_file.other_revisions(model))
    for bad, said in ((other, "other parse options"), (wrong, "another revision of pith")):
        for refused in (lambda bad=bad: _fleet.merge_models([model, bad]),
                        lambda bad=bad: _fleet.Direct({}).apply(bad, [_fleet.FleetPage(None, b"<p>One")])):
            try:
                refused()
            except pith.ModelError as error:
                assert said in str(error), error
            else:
                raise AssertionError(f"not refused: {said}")


def poison(folder):
    """The children of this process have SABOTAGE."""
    os.environ["PYTHONPATH"] = fleet_case.sabotage(folder)
    good = [_fleet.FleetPage(f"https://a.example/{n}", f"<ul><li>Home<li>News</ul><p>Text {n} of this.".encode())
            for n in range(40)]
    expected = list(_fleet.clean_run("a.example", None, good, _fleet.Direct({})))
    bad = [_fleet.FleetPage(f"https://a.example/{kind}", f"<p>POISON-{kind}".encode()) for kind in fleet_case.POISON]
    bad.append(_fleet.FleetPage("https://a.example/large", b"<p>" + b"x" * 21_000_000))
    bad.append(_fleet.FleetPage("https://a.example/none", None, error="cut off"))
    pages = good[:]
    for number, page in enumerate(bad):
        pages.insert(7 * number, page)
    runner = _isolate.Isolated({}, timeout=6.0, memory=1 << 30)
    rows = list(_fleet.clean_run("a.example", None, pages, runner))
    runner.close()
    failed = {row["url"].rsplit("/", 1)[1]: row["error"] for row in rows if "error" in row}
    print(json.dumps(failed))
    assert set(failed) == {*fleet_case.POISON, "large", "none"}, failed
    assert "signal 11" in failed["crash"] and "exit code 3" in failed["exit"], failed
    assert "more than 6 s" in failed["endless"] and "memory" in failed["memory"], failed
    assert "raise max_bytes" in failed["large"] and failed["none"] == "cut off", failed
    assert [row for row in rows[:-1] if "error" not in row] == expected[:-1], "good pages differ"
    assert rows[-1]["model"] == expected[-1]["model"], "the model differs"


def main():
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        archives, models = same_as_the_command(folder)
        any_partition(archives, models)
        other_models_are_refused(models)
        poison(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
