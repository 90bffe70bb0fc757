"""Python beside the command: the same pages in every format, byte for byte."""
import base64
import csv
import json
import pathlib
import subprocess
import tempfile

OPTIONS = [{}, {"method": "sentence"}, {"balance": "precision", "comments": True, "links": False}]


def flags(options):
    """The options as the command has them."""
    for name, value in options.items():
        if name == "balance":
            yield f"--{value}"
        elif isinstance(value, bool):
            yield f"--{'' if value else 'no-'}{name}"
        else:
            yield f"--{name}={value}"


def split_table(path):
    """(id, its row below the names of the columns), as Python has each page."""
    csv.field_size_limit(1 << 30)
    with open(path, encoding="utf-8", newline="") as table:
        names, *rows = csv.reader(table)
    for row in rows:
        cells = ",".join('"' + cell.replace('"', '""') + '"' for cell in row)
        yield row[0], (",".join(names) + "\r\n" + cells + "\r\n").encode()


def by_command(pith, to, options, pages, folder):
    """{id: bytes}; `pages` is a .jsonl file. None for a format of the library
    that the command does not have."""
    out = folder / f"{to}-{len(list(folder.iterdir()))}"
    command = [pith, "extract", "-q", "-t", to, *flags(options), pages, "-o", out]
    if subprocess.run(command, check=False, timeout=500).returncode == 2:
        return None
    if to == "csv":
        return dict(split_table(out))
    if to == "json":
        return {json.loads(line)["id"]: line for line in out.read_bytes().splitlines(keepends=True)}
    return {path.name.split(".")[0]: path.read_bytes() for path in out.glob("[!.]*")}


def write_lines(pages, path):
    with open(path, "w", encoding="utf-8") as out:
        for name, html in pages.items():
            out.write(json.dumps({"id": name, "url": f"https://example.org/{name}",
                                  "html_b64": base64.b64encode(html).decode()}) + "\n")


def by_python(module, to, options, pages):
    """The same; a page that fails is left out, as the command does."""
    given = ({"html": html, "id": name, "path": name, "url": f"https://example.org/{name}"}
             for name, html in pages.items())
    results = module.extract_many(given, to=to, **options)
    return {name: bytes(result) for name, result in zip(pages, results)
            if not isinstance(result, module.PageError)}


def compare(module, pith, pages, all_options=OPTIONS):
    """How many outputs were compared; fails at the first that differs."""
    compared = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        write_lines(pages, folder / "pages.jsonl")
        for to in module.formats():
            for options in all_options:
                expected = by_command(pith, to, options, folder / "pages.jsonl", folder)
                if expected is None:
                    continue
                found = by_python(module, to, options, pages)
                assert set(found) == set(expected), (to, options, set(found) ^ set(expected))
                for name, data in expected.items():
                    assert found[name] == data, f"{to} {options}: {name} differs"
                compared += len(expected)
    return compared
