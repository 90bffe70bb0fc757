"""Read docs/options: the program, its commands, their options, HTTP members.

docs/options/README.md describes the files. What a file declares is checked
here, so that a mistake stops the generator instead of a user.
"""
import dataclasses
import re
import sys

import table_header as table

FOLDER = table.ROOT / "docs" / "options"
REPEATED = ("example", "exit")
FIELDS = {
    "program": "program help example exit",
    "command": "command runs usage arguments choices help order example",
    "option": "option letter value choices type range sets needs http of "
              "group help order",
    "member": "member choices type range sets http help",
}
ROUTES = ("extract", "site", "learn", "batch")
UNITS = {"": 1, "k": 1000, "M": 1000000, "G": 1000000000,
         "ms": 1, "s": 1000, "m": 60000, "h": 3600000, "d": 86400000}
VALUELESS = ("switch", "help", "version")
TYPES = VALUELESS + ("count", "number", "time", "text", "path", "header",
                     "choice", "list")


def fail(page, text):
    sys.exit(f"docs/options/{page.name}.md: {text}")


@dataclasses.dataclass
class Page:
    """One file: its fields, and its text as a list of paragraphs."""
    name: str
    fields: dict
    paragraphs: list

    def __getattr__(self, field):
        return self.fields.get(field, [] if field in REPEATED else "")

    @property
    def kind(self):
        return next((k for k in FIELDS if k in self.fields), "")

    @property
    def examples(self):
        return [tuple(part.strip() for part in line.split(" # ", 1))
                for line in self.example]

    @property
    def exits(self):
        return [line.split(None, 1) for line in self.exit]

    @property
    def commands(self):
        """Names of commands, with the parent of each sub-command."""
        names = self.of.split()
        return names + sorted({n.partition("-")[0] for n in names
                               if "-" in n} - set(names))

    @property
    def targets(self):
        """[(commands, field, constant)]: what it sets, for which commands."""
        found, rest = [], set(self.commands)
        for part in reversed(self.sets.split(";")):
            names, colon, target = part.rpartition(":")
            field, _, constant = (t.strip() for t in target.partition("="))
            chosen = set(names.split()) if colon else rest
            rest = rest - chosen
            found.insert(0, (sorted(chosen), field, constant))
        return found

    @property
    def bounds(self):
        """(least, most) of its range, (0, 0) without one."""
        if not self.range:
            return 0, 0
        return tuple(number(self, end) for end in self.range.split(".."))


def number(page, text):
    digits, unit = re.fullmatch(r"([\d.]*)(\w*)", text).groups()
    if unit not in UNITS:
        fail(page, f"range: '{text}' has no known unit")
    value = float(digits or 0) * UNITS[unit]
    return int(value) if value == int(value) else value


@dataclasses.dataclass
class Manual:
    program: Page
    commands: list
    options: list
    members: list

    def options_of(self, command):
        """Options of a command (a name, or "" for those of all)."""
        return [o for o in self.options
                if "*" in o.commands or command in o.commands]

    @property
    def listed(self):
        """The commands that `pith` runs, itself or by another program."""
        return [c for c in self.commands if c.runs != "pith-bench"]


def files():
    return sorted(p for p in FOLDER.glob("*.md") if p.name != "README.md")


def check_option(page):
    if page.type not in TYPES:
        fail(page, f"type '{page.type}' is not one of {', '.join(TYPES)}")
    if page.type not in ("help", "version") and not page.sets:
        fail(page, "sets nothing")
    if page.type == "choice" and not page.choices:
        fail(page, "a choice has choices")
    if page.kind == "option" and bool(page.value) == (page.type in VALUELESS):
        fail(page, f"a {page.type} and its value do not go together")
    if page.type in ("count", "number", "time", "list") and not page.range:
        fail(page, f"a {page.type} has a range")
    for route in page.http.split()[1:]:
        if route not in ROUTES:
            fail(page, f"http: there is no route '{route}'")


def check(manual):
    """What one file cannot show: names of commands and other options."""
    names = {c.command for c in manual.commands} | {"*"}
    names |= {f"{c.command}-{w}" for c in manual.commands
              for w in c.choices.split()}
    options = {o.option for o in manual.options}
    for page in manual.options:
        for command in set(page.of.split()) - names:
            fail(page, f"of: there is no command '{command}'")
        if page.needs and page.needs not in options:
            fail(page, f"needs: there is no option '{page.needs}'")


def read_page(path):
    head, _, text = path.read_text().removeprefix("---\n").partition("---\n")
    fields = {}
    for line in head.splitlines():
        key, _, value = line.partition(":")
        value = value.strip()
        if key in REPEATED:
            fields.setdefault(key, []).append(value)
        else:
            fields[key] = value
    page = Page(path.stem, fields, [" ".join(p.split()) for p in
                                    text.strip().split("\n\n")])
    unknown = set(fields) - set(FIELDS.get(page.kind, "").split())
    if unknown:
        fail(page, f"unknown field '{unknown.pop()}'")
    if page.kind in ("option", "member"):
        check_option(page)
    return page


def read():
    pages = [read_page(p) for p in files()]

    def chosen(kind):
        return sorted((p for p in pages if p.kind == kind),
                      key=lambda p: int(p.order or 0))
    manual = Manual(chosen("program")[0], chosen("command"), chosen("option"),
                    chosen("member"))
    check(manual)
    return manual
