#!/usr/bin/env python3
"""Run the commands that README.md and docs/ show, and compare the output.

A block that starts with ```console holds commands behind "$ " and what they
print. A line "..." stands for any lines. `pith` is the program under test, the
folder is that of the repository; a command that writes goes to a temporary
folder named $TMP. Also checks that every relative link leads to a file, and to
a heading where it names one; that paths of the repository in backquotes exist;
that every ```c block compiles; and that README.md is short and its table of
figures is that of docs/figures.md.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
README_LINES = 120


def pages():
    yield from sorted(ROOT.glob("*.md"))
    yield from sorted(ROOT.glob("docs/**/*.md"))
    yield from sorted(ROOT.glob("bench/**/*.md"))
    yield from sorted(path for path in ROOT.glob("tests/**/*.md")
                      if ".expected." not in path.name)


def commands(text):
    """(command, expected lines) of every console block."""
    for block in re.findall(r"^```console\n(.*?)^```", text, re.S | re.M):
        command, expected = None, []
        for line in block.splitlines():
            if line.startswith("$ "):
                if command:
                    yield command, expected
                command, expected = line[2:], []
            else:
                expected.append(line)
        if command:
            yield command, expected


def programs(text):
    """The ```c blocks, each as a file: statements become a function's body."""
    for block in re.findall(r"^```c\n(.*?)^```", text, re.S | re.M):
        if not re.search(r"^\{", block, re.M):
            includes = "".join(re.findall(r"^#include.*\n", block, re.M))
            body = re.sub(r"^#include.*\n", "", block, flags=re.M)
            block = (f"#include <stdio.h>\n{includes}void shown(const char *bytes, size_t length);\n"
                     f"void shown(const char *bytes, size_t length)\n{{\n{body}}}\n")
        yield block


def compiler_messages(program):
    """What a C compiler finds wrong with a block; nothing where there is none."""
    compiler = os.environ.get("CC") or shutil.which("cc")
    if not compiler:
        return ""
    done = subprocess.run([compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function",
                           "-fsyntax-only", "-I", ROOT / "include", "-x", "c", "-"],
                          input=program.encode(), stderr=subprocess.PIPE, check=False)
    return done.stderr.decode("utf-8", "replace")


def matches(expected, printed):
    pattern = "".join("(?:.*\n)*?" if line == "..." else re.escape(line) + "\n"
                      for line in expected)
    return re.fullmatch(pattern, printed) is not None


def run_command(command, pith, folder):
    environment = dict(os.environ, TMP=folder,
                       PATH=f"{pith.parent}:{os.environ['PATH']}")
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=300)
    return done.stdout.decode("utf-8", "replace")


def without_code(text):
    text = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    return re.sub(r"`([^`\n]*)`", lambda match: re.sub(r"[\[\]()]", "", match[1]), text)


def anchors(path):
    """The names that links to headings of a page use."""
    for title in re.findall(r"^#+ (.*)", without_code(path.read_text()), re.M):
        yield re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def broken_links(path, text):
    for target, heading in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]+))?[^)]*\)",
                                      without_code(text)):
        if "://" in target:
            continue
        place = path.parent / target if target else path
        if not place.exists():
            yield target
        elif heading and place.suffix == ".md" and heading not in anchors(place):
            yield f"{target}#{heading}"


def missing_paths(text):
    """Paths of the repository in backquotes that are not there. Capitals and
    signs are placeholders, build/ is made."""
    for path in re.findall(r"`((?:src|apps|include|tests|tools|docs|bench|train|fuzz|cmake|examples)/[\w./-]+)`",
                           text):
        named = re.sub(r"README|RESULT|LAYERS", "", path)
        if not re.search(r"[A-Z]{3}", named) and not (ROOT / path).exists():
            yield path


def table_rows(text):
    return [[cell.strip() for cell in line.strip("|").split("|")]
            for line in text.splitlines() if line.startswith("| ")]


def wrong_figures(readme, figures):
    """The README's rows `| NAME VERSION | mean | MB/s |` against figures.md."""
    first = figures.split("\n## ")[1].split("\n\n")[2]  # after the title and the note
    known = {row[0]: (row[-1], row[1]) for row in table_rows(first)}
    rows = [row for row in table_rows(readme) if row[0].split(" ")[0] in known]
    for name, mean, speed in rows:
        if known[name.split(" ")[0]] != (mean, speed):
            yield f"README.md: {name}: docs/figures.md has {known[name.split(' ')[0]]}"
    if len(rows) != len(known) - 1:  # the head of the table
        yield f"README.md: {len(rows)} extractors, docs/figures.md has {len(known) - 1}"


def wrong_readme():
    readme = (ROOT / "README.md").read_text()
    if readme.count("\n") > README_LINES:
        yield f"README.md: more than {README_LINES} lines"
    yield from wrong_figures(readme, (ROOT / "docs/figures.md").read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pith", type=pathlib.Path, required=True)
    pith = parser.parse_args().pith.resolve()
    passed = failed = 0
    for line in wrong_readme():
        print(line)
        failed += 1
    with tempfile.TemporaryDirectory() as folder:
        for path in pages():
            text = path.read_text()
            name = path.relative_to(ROOT)
            for target in broken_links(path, text):
                print(f"{name}: link to {target}, which is not there")
                failed += 1
            for target in missing_paths(text):
                print(f"{name}: names {target}, which is not there")
                failed += 1
            for program in programs(text):
                messages = compiler_messages(program)
                passed += not messages
                failed += bool(messages)
                if messages:
                    print(f"{name}: a C block does not compile\n{messages}")
            for command, expected in commands(text):
                printed = run_command(command, pith, folder)
                if matches(expected, printed):
                    passed += 1
                else:
                    failed += 1
                    print(f"{name}: $ {command}\n{printed}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
