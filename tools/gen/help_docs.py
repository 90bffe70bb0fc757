"""Read docs/options: the program, its commands, their options.

docs/options/README.md says what the files look like.
"""
import dataclasses

import table_header as table

FOLDER = table.ROOT / "docs" / "options"
REPEATED = ("example", "exit")


@dataclasses.dataclass
class Page:
    """One file: its fields, and its text as a list of paragraphs."""
    name: str
    fields: dict
    paragraphs: list

    def __getattr__(self, field):
        return self.fields.get(field, [] if field in REPEATED else "")

    @property
    def examples(self):
        return [tuple(part.strip() for part in line.split(" # ", 1))
                for line in self.example]

    @property
    def exits(self):
        return [line.split(None, 1) for line in self.exit]


@dataclasses.dataclass
class Manual:
    program: Page
    commands: list
    options: list

    def options_of(self, command):
        """Options of a command (a name, or "" for before any)."""
        return [o for o in self.options
                if "*" in o.of.split() or command in o.of.split()]


def groups(options):
    """[(heading, options)] in the order of the options."""
    found = {}
    for option in options:
        found.setdefault(option.group, []).append(option)
    return list(found.items())


def files():
    return sorted(p for p in FOLDER.glob("*.md") if p.name != "README.md")


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
    return Page(path.stem, fields, [p.strip("\n") for p in
                                    text.strip().split("\n\n")])


def read():
    pages = [read_page(p) for p in files()]

    def chosen(field):
        return sorted((p for p in pages if p.fields.get(field)),
                      key=lambda p: int(p.order or 0))
    return Manual(chosen("program")[0], chosen("command"), chosen("option"))
