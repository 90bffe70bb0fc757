#!/usr/bin/env python3
"""`pith site`, `learn`, `apply`, `merge` and `inspect`: what is learnt does not
depend on order, parts or threads; damage is seen; change is seen.   # threads
"""
import itertools
import json
import pathlib
import random
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import model_file  # noqa: E402
import site_testing as t  # noqa: E402


def sites(pith, scratch, most=4):
    """Folders with pages: a made-up site, and real ones if they are there."""
    found = [t.write_site(scratch / "made", 30)]
    if (t.DATA / "sites").is_dir():
        some = t.real_sites()
        most = min(most, 3) if t.SMALL else most
        found += (sorted((t.DATA / "sites").glob("*/pages")) if pith.all
                  else some[::max(1, len(some) // most)])
    return found


def split_site(site, folder, parts):
    """Copy the pages of a site to folders a, b, c ... by chance."""
    rng = random.Random(site.name)
    folders = [folder / chr(ord("a") + n) for n in range(parts)]
    for part in folders:
        part.mkdir(parents=True)
    for n, path in enumerate(sorted(p for p in site.rglob("*")
                                    if p.is_file())):
        aim = folders[n] if n < parts else rng.choice(folders)
        aim = aim / path.relative_to(site)
        aim.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, aim)
    return folders


def learn(pith, out, *inputs):
    pith("learn", *inputs, "-o", out, "-q").expect(0)
    return out.read_bytes()


def boilerplate_is_cut(pith, scratch):
    done = pith("site", t.write_site(scratch / "s", 12)).expect(0)
    for record in done.records():
        assert "Home" not in record["text"], record["text"]
        assert "word" in record["text"]
        assert record["warnings"] == []


def apply_equals_site(pith, scratch):
    for number, site in enumerate(sites(pith, scratch)):
        one, two = scratch / f"site{number}", scratch / f"apply{number}"
        model = scratch / f"{number}.pith"
        learn(pith, model, site)
        pith("site", site, "-o", one, "--to", "md", "-q").expect(0)
        pith("apply", "-s", model, site, "-o", two, "-t", "md", "-q").expect(0)
        assert t.tree(one) == t.tree(two), site
        shutil.rmtree(one)
        shutil.rmtree(two)


def threads_change_nothing(pith, scratch):
    for site in sites(pith, scratch, 3):
        seen = set()
        for jobs in (1, 2, 8):
            model = learn(pith, scratch / "m.pith", site, "-j", jobs)
            records = pith("site", site, "-j", jobs).expect(0).out
            seen.add((model, records))
        assert len(seen) == 1, f"{site}: -j matters"


def merging_is_learning(pith, scratch):
    """Any partition, any order, any grouping: the same bytes."""
    for number, site in enumerate(sites(pith, scratch, 3)):
        whole = learn(pith, scratch / "whole.pith", site)
        parts = split_site(site, scratch / f"parts{number}", 3)
        models = [scratch / f"{n}.pith" for n in range(3)]
        for model, part in zip(models, parts):
            learn(pith, model, part)
        out = scratch / "merged.pith"
        for order in itertools.permutations(models):
            pith("merge", *order, "-o", out).expect(0)
            assert out.read_bytes() == whole, f"{site}: order matters"
        inner = scratch / "inner.pith"
        for first, second, third in itertools.permutations(models):
            pith("merge", second, third, "-o", inner).expect(0)
            pith("merge", first, inner, "-o", out).expect(0)
            assert out.read_bytes() == whole, f"{site}: grouping matters"
        pith("merge", out, out, models[0], "-o", out).expect(0)
        assert out.read_bytes() == whole, f"{site}: once is not twice"


def large_sites_are_sampled(pith, scratch):
    site = t.write_site(scratch / "s", 700)
    whole = learn(pith, scratch / "whole.pith", site)
    done = pith("inspect", "--json", scratch / "whole.pith").expect(0)
    facts = json.loads(done.out)
    assert facts["pages"] == facts["most_pages"] == 256, facts
    assert 500 < facts["estimate"] < 1000, facts
    assert len(facts["clusters"]) >= 1
    parts = split_site(site, scratch / "parts", 4)
    models = [scratch / f"{n}.pith" for n in range(4)]
    for model, part in zip(models, parts):
        learn(pith, model, part)
    pith("merge", *reversed(models), "-o", scratch / "m.pith").expect(0)
    assert (scratch / "m.pith").read_bytes() == whole


def what_was_learnt_is_shown(pith, scratch):
    """Two sections, a page like no other, and a text that would clear the
    screen."""
    site = t.write_site(scratch / "s", 12)
    for path in sorted(site.iterdir()):
        text = path.read_text().replace(t.FOOT, t.FOOT + "<p>&#x9b;2J bye</p>")
        path.write_text(text)
        other = text.replace("<li", "<td").replace("</li", "</td").replace(
            "Home", "Start").replace("News", "Prices").replace("rights", "left")
        for menu, word in zip(("Shop", "Help", "Jobs", "About"),
                              ("Carts", "Faults", "Staff", "Past")):
            other = other.replace(menu, word)
        path.with_name("x" + path.name).write_text(
            other.replace("<ul>", "<table><tr>").replace("</ul>", "</table>"))
    learn(pith, scratch / "m.pith", site)
    done = pith("inspect", "--json", scratch / "m.pith").expect(0)
    facts = json.loads(done.out)
    assert facts["pages"] == 24 and facts["alone"] == 0, facts
    clusters = facts["clusters"]
    assert [c["pages"] for c in clusters] == [12, 12], clusters
    shared = [{s["text"]: s["pages"] for s in c["texts"]} for c in clusters]
    shared.sort(key=lambda texts: "Start" in texts)
    assert shared[0]["Home"] == 12 and shared[1]["Start"] == 12
    assert "Home" not in shared[1] and "Start" not in shared[0]
    seen = pith("inspect", scratch / "m.pith").expect(0).out.decode()
    assert "24 pages" in seen and "2 clusters" in seen, seen
    assert "      12  Home\n" in seen and "2J bye" in seen, seen
    assert not [c for c in seen if c < " " and c != "\n" or c == "\x9b"], seen


def new_pages(pith, scratch):
    """Pages that were not there when the site was learnt."""
    site = t.write_site(scratch / "s", 30)
    new = scratch / "new"
    new.mkdir()
    for n in range(25, 30):
        (site / f"p{n}.html").rename(new / f"p{n}.html")
    learn(pith, scratch / "m.pith", site)
    done = pith("apply", "-s", scratch / "m.pith", new).expect(0)
    assert done.err == ""
    for record in done.records():
        assert "Home" not in record["text"] and "word" in record["text"]


def change_is_said(pith, scratch):
    learn(pith, scratch / "m.pith", t.write_site(scratch / "s", 30))
    other = scratch / "other"
    other.mkdir()
    for n in range(20):
        (other / f"{n}.html").write_text(
            f"<div class=top><p>Start</p><p>Shop</p></div><h2>Text {n}</h2><p>"
            + " ".join(f"other{n}y{i}" for i in range(50)) + "<hr>End of page")
    done = pith("apply", "-s", scratch / "m.pith", other, "-o", scratch / "o")
    done.expect(0, "the site has changed", "learn it anew")
    assert len(t.read_lines(scratch / "o" / "pages.jsonl")) == 20
    report = json.loads((scratch / "o" / "report.json").read_text())
    assert report["drift"] is True and report["fit"] < 0.5, report
    pith("apply", "-s", scratch / "m.pith", other, "--strict").expect(1, "drift")


def warnings_are_reported(pith, scratch):
    site = t.write_site(scratch / "s", 8)
    (site / "zero.html").write_text("<html><body></body></html>")
    pith("site", site, "-o", scratch / "o").expect(0, "zero.html: warning: empty")
    report = json.loads((scratch / "o" / "report.json").read_text())
    assert report["warnings"]["empty"] == ["zero.html"], report
    assert report["drift"] is False
    pith("site", site, "--strict").expect(1, "zero.html: warning: empty")


def no_change_is_not_said(pith, scratch):
    for site in sites(pith, scratch, 8):
        learn(pith, scratch / "m.pith", site)
        done = pith("apply", "-s", scratch / "m.pith", site).expect(0)
        assert "drift" not in done.err, f"{site}: {done.err}"


def never_empty(pith, scratch):
    for site in sites(pith, scratch, 8):
        for record in pith("site", site).expect(0).records():
            assert "emptied" not in record["warnings"], record["id"]


def spans_tile(pith, scratch):
    for site in sites(pith, scratch, 8):
        for record in pith("site", site).expect(0).records():
            end = 0
            for span in record["spans"]:
                assert end <= span["from"] < span["to"], record["id"]
                assert span["label"] in ("content", "navigation")
                assert 0 <= span["score"] <= 1
                end = span["to"]
            assert end <= (site / record["path"]).stat().st_size


def flipped_bytes(pith, scratch):
    """Every byte of a model, one at a time."""
    site = t.write_site(scratch / "s", 3)
    model = learn(pith, scratch / "m.pith", site)
    bad = scratch / "bad.pith"
    step = 1 if pith.all else max(1, len(model) // 150)
    places = [*range(min(64, len(model))), *range(64, len(model), step)]
    for place in places:
        wrong = bytearray(model)
        wrong[place] ^= 1 << place % 8
        bad.write_bytes(wrong)
        pith("inspect", bad).expect(1, "bad.pith: no site model", "damaged")
    for length in (0, 1, 7, 39, len(model) - 1):
        bad.write_bytes(model[:length])
        pith("inspect", bad).expect(1, "damaged")
    bad.write_bytes(model + b"x")
    pith("inspect", bad).expect(1, "damaged")
    pith("apply", "-s", bad, site).expect(1, "damaged")
    pith("merge", scratch / "m.pith", bad, "-o", scratch / "o").expect(1)
    assert not (scratch / "o").exists()


def revisions_do_not_mix(pith, scratch):
    site = t.write_site(scratch / "s", 5)
    model, bad = scratch / "m.pith", scratch / "bad.pith"
    said = ("bad.pith: the site model is of another revision of pith", "learn it anew")
    for wrong in model_file.other_revisions(learn(pith, model, site)):
        bad.write_bytes(wrong)
        pith("inspect", bad).expect(1, *said)
        pith("apply", "-s", bad, site).expect(1, *said)
        pith("merge", model, bad, "-o", scratch / "o").expect(1, *said)
        assert not (scratch / "o").exists()


def parse_options_do_not_mix(pith, scratch):
    site = t.write_site(scratch / "s", 5)
    model, other = scratch / "m.pith", scratch / "other.pith"
    learn(pith, model, site)
    learn(pith, other, site, "--max-depth", 100)
    said = ("other.pith: learnt with other parse options", "use the same ones")
    pith("merge", model, other, "-o", scratch / "o").expect(1, *said)
    assert not (scratch / "o").exists()
    done = pith("apply", "-s", other, site).expect(1, *said)
    assert len(done.err.splitlines()) == 1, done.err
    pith("apply", "-s", other, site, "--max-depth", 100).expect(0)
    pith("apply", "-s", model, site, "--max-bytes", "1M").expect(0)


def models_name_their_site(pith, scratch):
    lines = scratch / "pages.jsonl"
    lines.write_text("".join(json.dumps({"url": f"https://{host}.example/{n}", "html": t.page(n)}) + "\n"
                             for host in ("a", "b") for n in range(5)))
    pith("learn", lines, "--group-by", "host", "-o", scratch / "models", "-q").expect(0)
    models = [scratch / "models" / f"{host}.example.pith" for host in ("a", "b")]
    for order in (models, models[::-1]):
        pith("merge", *order, "-o", scratch / "m.pith").expect(0)
        key = json.loads(pith("inspect", "--json", scratch / "m.pith").expect(0).out)["key"]
        assert key == "*", key
    facts = json.loads(pith("inspect", "--json", models[0]).expect(0).out)
    assert facts["key"] == "a.example" and facts["revision"] >= 1 and len(facts["options"]) == 16, facts


def wrong_use(pith, scratch):
    site = t.write_site(scratch / "s", 3)
    pith("learn", site).expect(2, "learn: name the file of the new model")
    pith("learn").expect(2, "name the directory")
    pith("apply", site).expect(2, "apply: name the site model with -s")
    pith("merge", "-o", "x").expect(2, "merge: name the file of a site model")
    pith("inspect", "a", "b").expect(2, "takes one argument")
    pith("inspect", scratch / "none").expect(1, "no such file")
    pith("apply", "-s", scratch / "none", site).expect(1, "no such file")
    pith("site", site, "--min-cluster", "5").expect(2, "requires --compat")
    pith("learn", scratch / "none", "-o", scratch / "m").expect(1)
    assert not (scratch / "m").exists()
    pith("learn", site, "-o", "/dev/full").expect(3, "no space left")
    pith("learn", site, "-o", scratch / "no" / "m").expect(3, "no such file")


CASES = [boilerplate_is_cut, apply_equals_site, threads_change_nothing,
         merging_is_learning, large_sites_are_sampled, what_was_learnt_is_shown, new_pages,
         change_is_said, warnings_are_reported, no_change_is_not_said, never_empty, spans_tile,
         flipped_bytes, revisions_do_not_mix, parse_options_do_not_mix, models_name_their_site, wrong_use]

if __name__ == "__main__":
    t.main("site models", CASES)
