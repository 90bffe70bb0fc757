"""What the scripts of this folder share."""
import importlib.util
import json
import pathlib
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
_spec = importlib.util.spec_from_file_location(
    "site_testing", HERE.parent / "site" / "site_testing.py")
site_testing = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(site_testing)
main, Command, Result = (site_testing.main, site_testing.Command,
                         site_testing.Result)

QUICK = ("--allow-private", "--delay", "0", "--max-time", "2s")


def index(folder):
    """Address -> its last line, and all lines."""
    lines = [json.loads(line) for line in
             (folder / "index.jsonl").read_text().splitlines()]
    return {line["url"]: line for line in lines}, lines


def built_with_network(pith):
    """Whether the program can fetch and keep a store at all."""
    with tempfile.TemporaryDirectory(prefix="pith-probe-") as scratch:
        probe = pathlib.Path(scratch) / "list"
        probe.write_text("http://127.0.0.1:1/\n")
        done = pith("watch", probe, "-o", probe.with_suffix(".db"))
    return "built without" not in done.err


def kept(folder):
    """The files of pages below a folder."""
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*")
                  if p.is_file() and p.name != "index.jsonl")


def when_built(cases):
    """The cases, each skipped where the program has no network."""
    def wrap(case):
        def wrapped(pith, scratch):
            return case(pith, scratch) if built_with_network(pith) else "skipped"
        wrapped.__name__ = case.__name__
        return wrapped
    return [wrap(case) for case in cases]
