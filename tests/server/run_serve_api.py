#!/usr/bin/env python3
"""`pith serve` answers what the command writes, and what openapi.json says."""
import base64
import importlib.util
import json
import re
import shutil
import sys

import serve_testing as testing
from serve_testing import (HTML, JSON, LINES, ROOT, lines, sample_pages,
                           serving, site_testing, when_built)

FORMS = {"text": "text/plain", "md": "text/markdown", "html": "text/html",
         "marked": "text/html", "tei": "application/tei+xml", "xml": "application/xml",
         "json": "application/json"}
PAGE = ("<!DOCTYPE html><title>T</title><nav><a href=/>Home</a></nav><p>One "
        "<a href='b.html'>word</a> of many, and some more of them.</p>")


def without_names(line):
    record = json.loads(line)
    return {k: v for k, v in record.items() if k not in ("id", "path")}


def same_bytes_as_the_command(pith, scratch):
    """Every form of the demo page and of real pages."""
    pages = sample_pages(6 if testing.SMALL else 40)
    with serving(pith) as server:
        for page in pages:
            html = page.read_bytes()
            for form, kind in FORMS.items():
                wanted = pith("extract", "--to", form, page)
                got = server.extract(html, f"?to={form}").expect(200)
                assert got.headers["Content-Type"].startswith(kind)
                if form == "json":
                    assert without_names(got.body) == without_names(wanted.out)
                else:
                    assert got.body == wanted.out, f"{page} as {form}"


def records_as_of_lines(pith, scratch):
    """A record with an id is the line that the command writes."""
    path = scratch / "in.jsonl"
    html = (ROOT / "examples/demo/page.html").read_text()
    asked = {"id": "a/1", "url": "http://example.org/x/", "html": html}
    path.write_text(json.dumps(asked) + "\n")
    wanted = pith("extract", "--md", "--to", "json", path).out
    with serving(pith) as server:
        for body in (asked, {k: v for k, v in asked.items() if k != "html"} |
                     {"html_b64": base64.b64encode(html.encode()).decode()}):
            got = server.ask("POST", "/v1/extract?to=json", json.dumps(
                body | {"options": {"markdown": True}}), JSON)
            assert got.expect(200).body == wanted


def options_mean_the_same(pith, scratch):
    page = scratch / "p.html"
    page.write_text(PAGE)
    pairs = [("?to=md&links=false", ("--to", "md", "--no-links")),
             ("?to=md&url=http://e.org/a/", ("--to", "md", "-b",
                                             "http://e.org/a/")),
             ("?to=marked&highlight=true", ("--to", "marked", "--highlight")),
             ("?method=sentence&compat=1", ("-m", "sentence", "--compat")),
             ("?method=dom&balance=recall", ("-m", "dom", "--recall")),
             ("?comments&tables=0", ("--comments", "--no-tables")),
             ("?to=md&front_matter=yaml&title=never",
              ("--to", "md", "--front-matter", "yaml", "--title", "never"))]
    with serving(pith) as server:
        for query, options in pairs:
            assert server.extract(PAGE, query).expect(200).body == \
                pith("extract", *options, page).out, query


def accept_decides(pith, scratch):
    wanted = {"text/markdown": "text/markdown", "*/*": "text/plain",
              "application/json": "application/json",
              "text/html;q=0.5, text/markdown;q=0.8": "text/markdown",
              "image/png, application/json;q=0.1": "application/json",
              "text/*": "text/plain"}
    with serving(pith) as server:
        for accept, kind in wanted.items():
            got = server.extract(PAGE, Accept=accept).expect(200)
            assert got.headers["Content-Type"].startswith(kind), accept
        assert server.extract(PAGE, Accept="image/png").expect(406).error() == \
            "not-acceptable"
        assert server.extract(PAGE, "?to=md", Accept="image/png").status == 200


def encodings(pith, scratch):
    """The label of Content-Type counts as that of a fetched page does."""
    html = "<p>Привет, мир: это страница с достаточным текстом.</p>"
    with serving(pith) as server:
        got = server.ask("POST", "/v1/extract", html.encode("koi8-r"),
                         {"Content-Type": 'text/html; charset="KOI8-R"'})
        assert "Привет" in got.expect(200).body.decode()
        got = server.extract(html.encode("cp1251"), "?to=html&encoding=cp1251")
        assert got.headers["Content-Type"] == "text/html; charset=utf-8"
        assert "Привет" in got.body.decode()
        got = server.extract(html.encode("cp1251"),
                             "?to=cleaned&encoding=cp1251")
        assert got.headers["Content-Type"] == "text/html; charset=windows-1251"
        assert "Привет" in got.body.decode("cp1251")
        got = server.ask("POST", "/v1/extract", json.dumps(
            {"html": "<meta charset=koi8-r>" + html}), JSON)
        assert "Привет" in got.expect(200).body.decode()


def bad_requests_are_explained(pith, scratch):
    def post(body, headers=JSON, query=""):
        return server.ask("POST", "/v1/extract" + query, body, headers)
    with serving(pith, "--max-bytes", "100k") as server:
        cases = [(post("{"), 400, "bad-json"), (post("[1]"), 400, "bad-json"),
                 (post("{}"), 400, "bad-json"),
                 (post('{"html":"x"} {}'), 400, "bad-json"),
                 (post('{"html_b64":"?"}'), 400, "bad-json"),
                 (post('{"html":"x","options":[1]}'), 400, "unknown-name"),
                 (post('{"html":"x","nonsense":1}'), 400, "unknown-name"),
                 (post('{"html":"x","to":"pdf"}'), 400, "bad-value"),
                 (post("x", HTML, "?to=pdf"), 400, "bad-value"),
                 (post("x", HTML, "?too=md"), 400, "unknown-name"),
                 (post("x", HTML, "?method=chain"), 400, "bad-combination"),
                 (post("x", HTML, "?method=none"), 400, "bad-value"),
                 (post("x", HTML, "?compat=1"), 400, "bad-combination"),
                 (post("x", HTML, "?markdown=1"), 400, "bad-combination"),
                 (post("x", HTML, "?encoding=klingon"), 400, "bad-value"),
                 (post("x", HTML, "?model=none"), 404, "no-such-model"),
                 (post("x", HTML, "?model=.."), 400, "bad-name"),
                 (post("x", {"Content-Type": "image/png"}), 415,
                  "unsupported-type"),
                 (post("x" * 100001, HTML), 413, "too-large"),
                 (post('{"html":5}'), 400, "bad-json"),
                 (server.ask("GET", "/v1/extract?url=http://a/"), 403,
                  "fetch-off"),
                 (server.ask("DELETE", "/v1/extract"), 405,
                  "method-not-allowed"),
                 (server.ask("GET", "/v2"), 404, "not-found")]
        for number, (answer, status, code) in enumerate(cases):
            assert answer.status == status, f"case {number}: {answer.body!r}"
            assert answer.error() == code, f"case {number}: {answer.body!r}"
        assert server.extract("").expect(200).body == b""


def limits_are_reported(pith, scratch):
    """Pages made to hurt, and limits that are hit: an answer, and the server
    goes on."""
    spec = importlib.util.spec_from_file_location(
        "generators", ROOT / "tests/hostile/generators.py")
    hostile = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hostile)
    deep = hostile.GENERATORS["nest div"](200000)
    with serving(pith) as server:
        for name, make in list(hostile.GENERATORS.items())[
                ::20 if testing.SMALL else 3]:
            got = server.extract(make(100000), "?to=json")
            assert got.status == 200, f"{name}: {got.body[:200]!r}"
        got = server.extract(deep, "?to=json").expect(200).json()
        assert "limit-hit" in got["warnings"]
    with serving(pith, "--timeout", "1ms") as server:
        got = server.extract(b"<p>some words</p>" * 60000)
        assert got.expect(422).error() == "took-too-long"
        assert server.extract("<p>some words").status == 200


def figures_are_reported(pith, scratch):
    """Every metric that docs/manual/serve.md names is there, and counts."""
    text = (ROOT / "docs/manual/serve.md").read_text()
    names = set(re.findall(r"`(pith_http_\w+)`", text))
    with serving(pith) as server:
        server.extract(PAGE).expect(200)
        server.ask("GET", "/nothing").expect(404)
        metrics = server.ask("GET", "/metrics").expect(200).body.decode()
        assert names == set(re.findall(r"^# TYPE (\w+)", metrics, re.M))
        assert ('pith_http_requests_total{method="POST",route="/v1/extract",'
                'status="200"} 1') in metrics
        assert 'pith_http_rejected_total{reason="route"} 1' in metrics
        for line in metrics.splitlines():
            assert re.fullmatch(r'#.*|\w+(\{(\w+="[^"]*",?)+\})? [\d.]+', line)


def sites_as_the_command(pith, scratch):
    pages = {f"p{n}.html": site_testing.page(n) for n in range(8)}
    folder = site_testing.write_site(scratch / "site", 8)
    wanted = pith("site", "--md", folder).expect(0).out
    both = [{"id": name, "html": html} for name, html in pages.items()]
    bodies = [(lines(pages), LINES), (json.dumps(both[::-1]), JSON),
              (json.dumps({"pages": both}, indent=2), JSON)]
    with serving(pith) as server:
        for body, kind in bodies:
            got = server.ask("POST", "/v1/site?markdown=true", body, kind)
            assert got.expect(200).body == wanted
            assert got.headers["Content-Type"] == "application/x-ndjson"
        got = server.ask("POST", "/v1/site?method=auto", lines(pages), LINES)
        assert got.expect(200).body == pith("site", "-m", "auto", folder).out


def real_sites(pith, scratch):
    """The records of small sites are those of the command, to the byte."""
    sites = sorted(testing.site_testing.real_sites(),
                   key=lambda p: sum(f.stat().st_size for f in p.rglob("*")))
    if not sites:
        return "skipped"
    with serving(pith) as server:
        for folder in sites[:2 if testing.SMALL else 8]:
            wanted = pith("site", folder).out
            records = [json.loads(line) for line in wanted.splitlines()]
            body = "".join(json.dumps(
                {"id": r["id"], "html_b64": base64.b64encode(
                    (folder / r["id"]).read_bytes()).decode()}
                | ({"url": r["url"]} if "url" in r else {})) + "\n"
                for r in reversed(records))
            got = server.ask("POST", "/v1/site", body, LINES).expect(200)
            assert got.body == wanted, folder


def sites_by_every_method(pith, scratch):
    """Whatever the method learns, the records are those of the command."""
    folder = site_testing.write_site(scratch / "site", 12)
    names = sorted(path.name for path in folder.iterdir())
    body = "".join(json.dumps(
        {"id": name, "html_b64": base64.b64encode(
            (folder / name).read_bytes()).decode()}) + "\n" for name in names)
    with serving(pith) as server:
        for method in ("auto", "chain", "layer", "sentence", "dom"):
            wanted = pith("site", "-m", method, folder).expect(0).out
            got = server.ask("POST", f"/v1/site?method={method}", body, LINES)
            assert got.expect(200).body == wanted, method
        for method in ("chain", "layer", "sentence"):
            wanted = pith("site", "-m", method, "--compat", folder).out
            got = server.ask("POST", f"/v1/site?method={method}&compat=true",
                             body, LINES)
            assert got.expect(200).body == wanted, method
        server.ask("POST", "/v1/site?method=dom&compat=1", body,
                   LINES).expect(400)


def pages_of_a_site_may_fail(pith, scratch):
    pages = {f"p{n}": site_testing.page(n) for n in range(6)}
    body = lines(pages) + json.dumps(
        {"id": "p9", "html_b64": "?"}).encode() + b"\n" + json.dumps(
        {"id": "p8", "html": "x" * 200000}).encode()
    with serving(pith, "--max-bytes", "100k") as server:
        got = server.ask("POST", "/v1/site", body, LINES).expect(200)
        records = [json.loads(line) for line in got.body.splitlines()]
        assert [r["id"] for r in records] == [f"p{n}" for n in
                                              (0, 1, 2, 3, 4, 5, 8, 9)]
        assert [("error" in r) for r in records] == [False] * 6 + [True] * 2
        for bad, code in ((b"", "bad-json"), (b"[]", "bad-json"),
                          (b"{}", "bad-json"), (b'{"id":1}', "bad-json"),
                          (lines(pages) * 2, "same-name")):
            got = server.ask("POST", "/v1/site", bad, LINES)
            assert got.expect(400).error() == code, bad[:40]


def answers_have_an_end(pith, scratch):
    """Many small blocks make records far larger than their pages."""
    body = lines({f"p{k}": "".join(f"<p>{k}{n}" for n in range(400))
                  for k in range(30)})
    with serving(pith, "--max-request", len(body)) as server:
        got = server.ask("POST", "/v1/site?method=auto&markdown=1", body, LINES)
        assert got.expect(413).error() == "too-large"
        assert "answer" in got.json()["error"]["message"]
        got = server.ask("POST", "/v1/site?method=chain", body, LINES)
        assert len(got.expect(200).body.splitlines()) == 30


def models_by_name(pith, scratch):
    folder = site_testing.write_site(scratch / "site", 8)
    file = scratch / "m.pith"
    pith("learn", folder, "-o", file).expect(0)
    page = scratch / "new.html"
    page.write_text(site_testing.page(99))
    pages = {f"p{n}.html": site_testing.page(n) for n in range(8)}
    half = [dict(list(pages.items())[:4]), dict(list(pages.items())[4:])]
    for arguments in ((), ("--models", scratch / "models")):
        with serving(pith, *arguments) as server:
            ask = server.ask
            assert ask("GET", "/v1/models").json() == {"models": []}
            ask("PUT", "/v1/models/news", file.read_bytes()).expect(201)
            ask("PUT", "/v1/models/news", file.read_bytes()).expect(204)
            got = ask("GET", "/v1/models/news").expect(200)
            assert got.body == file.read_bytes()
            ask("POST", "/v1/models/b/learn", lines(half[0]), LINES).expect(201)
            facts = ask("POST", "/v1/models/b/learn", lines(half[1]), LINES)
            assert facts.expect(200).json()["pages"] == 8
            assert ask("GET", "/v1/models/b").body == file.read_bytes()
            assert ask("GET", "/v1/models").json()["models"] == ["b", "news"]
            described = ask("GET", "/v1/models/b", headers={
                "Accept": "application/json"}).expect(200).json()
            assert described["name"] == "b" and described["clusters"] > 0
            for form in FORMS:
                got = server.extract(page.read_bytes(),
                                     f"?model=news&to={form}").expect(200)
            wanted = pith("apply", "-s", file, page).expect(0).out
            assert without_names(server.extract(
                page.read_bytes(), "?model=b&to=json").body) == \
                without_names(wanted)
            ask("POST", "/v1/models/b/learn?replace=1", lines(half[0]),
                LINES).expect(200)
            assert ask("GET", "/v1/models/b").body != file.read_bytes()
            ask("DELETE", "/v1/models/b").expect(204)
            assert ask("DELETE", "/v1/models/b").expect(404).error() == \
                "no-such-model"
            assert ask("PUT", "/v1/models/x", b"none").expect(422).error() == \
                "bad-model"
            assert ask("PUT", "/v1/models/.x", b"").expect(400).error() == \
                "bad-name"
    assert (scratch / "models" / "news.pith").read_bytes() == file.read_bytes()
    with serving(pith, "--models", scratch / "models") as server:
        assert server.extract(page.read_bytes(), "?model=news").status == 200


def models_on_a_bad_disk(pith, scratch):
    """Files that are damaged, a folder that is gone, too many in memory."""
    folder = site_testing.write_site(scratch / "site", 4)
    file = scratch / "m.pith"
    pith("learn", folder, "-o", file).expect(0)
    kept = scratch / "models"
    kept.mkdir()
    (kept / "bad.pith").write_bytes(file.read_bytes()[:-9])
    (kept / "folder.pith").mkdir()
    with serving(pith, "--models", kept) as server:
        assert server.extract(PAGE, "?model=bad").expect(422).error() == \
            "bad-model"
        assert server.extract(PAGE, "?model=folder").expect(500).error() == \
            "disk"
        server.ask("PUT", "/v1/models/bad", file.read_bytes()).expect(204)
        assert server.extract(PAGE, "?model=bad").status == 200
        shutil.rmtree(kept)
        got = server.ask("PUT", "/v1/models/new", file.read_bytes())
        assert got.expect(500).error() == "disk"
        assert server.ask("GET", "/v1/models").expect(500).error() == "disk"
        assert server.extract(PAGE).status == 200
    with serving(pith) as server:
        for number in range(64):
            server.ask("PUT", f"/v1/models/m{number}",
                       file.read_bytes()).expect(201)
        got = server.ask("PUT", "/v1/models/more", file.read_bytes())
        assert got.expect(507).error() == "full"
        server.ask("PUT", "/v1/models/m7", file.read_bytes()).expect(204)
        server.ask("DELETE", "/v1/models/m7").expect(204)
        server.ask("PUT", "/v1/models/more", file.read_bytes()).expect(201)


# --- the document ------------------------------------------------------------

ANY = json.dumps({"html": PAGE})


def exercise(server, method, path):
    """Requests that show the answers of one operation."""
    model = server.ask("GET", "/v1/models/made").body
    bodies = {"/v1/extract": [(ANY, JSON), ("{", JSON), ("x", LINES),
                              (PAGE, HTML | {"Accept": "image/png"}),
                              ("x" * 100001, HTML)],
              "/v1/batch": [(lines({"a": PAGE}), LINES), ("{", LINES),
                            ("x", HTML), ("x" * 300000, JSON)],
              "/v1/site": [(lines({"a": PAGE}), LINES), ("{", JSON),
                           ("x", HTML), ("x" * 300000, JSON)],
              "/v1/models/{name}/learn": [(lines({"a": PAGE}), LINES),
                                          ("{", LINES), ("x", HTML)]}
    for body, headers in bodies.get(path, [(None, {})]):
        for name in ("made", "other"):
            if method == "put" and "{name}" in path:
                yield server.ask("PUT", path.replace("{name}", name), model)
                yield server.ask("PUT", path.replace("{name}", name), b"x")
            else:
                yield server.ask(method.upper(), path.replace("{name}", name),
                                 body, headers)
    yield server.ask(method.upper(), path.replace("{name}", "x"), body,
                     headers | {"Host": "evil.example"})
    if "{name}" in path:
        yield server.ask(method.upper(), path.replace("{name}", ".bad"), body,
                         headers)


def routes_in_the_source():
    """Method and path of every row of the table of routes."""
    text = (ROOT / "apps/pith/serve/serve.c").read_text()
    rows = re.findall(r'\{"([A-Z]+)", "(/[^"]*)",', text)
    return {(m.lower(), re.sub(r":(\w+)", r"{\1}", p)) for m, p in rows}


def document_and_routes_agree(pith, scratch):
    with serving(pith, "--max-bytes", "100k", "--max-request", "200k") as server:
        document = server.ask("GET", "/openapi.json").expect(200).json()
        server.ask("POST", "/v1/models/made/learn", lines({"a": PAGE}),
                   LINES).expect(201)
        said = {(method, path) for path, item in document["paths"].items()
                for method in item if method != "parameters"}
        assert said == routes_in_the_source(), said ^ routes_in_the_source()
        for method, path in sorted(said):
            answers = document["paths"][path][method]["responses"]
            for got in exercise(server, method, path):
                entry = resolve(document, answers.get(str(got.status)))
                assert entry, f"{method} {path}: {got.status} {got.body!r}"
                kind = got.headers.get("Content-Type", "").split(";")[0]
                if got.body:
                    assert kind in entry["content"], f"{method} {path}: {kind}"
                check_schema(document, entry, kind, got)


def resolve(document, entry):
    """What a reference stands for."""
    while entry and "$ref" in entry:
        where = document
        for step in entry["$ref"].split("/")[1:]:
            where = where[step]
        entry = where
    return entry


def check_schema(document, entry, kind, got):
    """The members that the document requires are there."""
    schema = entry.get("content", {}).get(kind, {}).get("schema", {})
    schema = resolve(document, schema)
    if kind != "application/json" or schema.get("type") != "object":
        return
    missing = set(schema.get("required", ())) - set(got.json())
    assert not missing, f"{missing} not in {got.body!r}"


CASES = [same_bytes_as_the_command, records_as_of_lines, options_mean_the_same,
         accept_decides, encodings, bad_requests_are_explained,
         limits_are_reported, figures_are_reported, sites_as_the_command,
         real_sites, sites_by_every_method,
         pages_of_a_site_may_fail, answers_have_an_end, models_by_name,
         models_on_a_bad_disk, document_and_routes_agree]

if __name__ == "__main__":
    sys.exit(testing.main("serve api", when_built(CASES)))  # threads
