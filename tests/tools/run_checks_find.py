#!/usr/bin/env python3
"""Show that each check of tools/check can fail, and passes on clean files.

A check that never complains looks the same as clean code. So: copy the checks
next to a small made-up repository, plant one sin at a time, and see that the
right check names the right file and line.

    run_checks_find.py --pith PROGRAM          (the program is not used)
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

CLEAN = {
    "src/LAYERS": "base:\nhtml/token: base\n",
    "src/base/slice.h": "#ifndef PITH_BASE_SLICE_H\n"
                        "#define PITH_BASE_SLICE_H\n#endif\n",
    "src/html/token/token.c": '#include "base/slice.h"\n\n'
                              "static const int table[] = {1};\n\n"
                              "/* Why,\n * and how. */\n"
                              "int\nfirst(void)\n{\n  return table[0];\n}\n",
    "apps/pith/main.c": "/* Why. */\n#include <pith.h>\n",
    "include/pith.h": "/* one\n * two\n * three */\nint x(void);\n",
    "tools/check/size-allow.txt": "# none\n",
    "tools/check/words-allow.txt": "# none\n",
    "tools/check/folder-allow.txt": "# none\n",
    "tools/check/comment-floors.txt": "# none\n",
    **{f"{folder}/README.md": "# A folder\n\nWhat.\nTouch.\nCalls.\n"
       for folder in ("src/base", "src/html/token", "apps/pith")},
}


def long_function(lines):
    return "int\nlong_one(void)\n{\n" + "  ;\n" * lines + "}\n"


# (check, file, its text, what a finding must begin with)
SINS = [
    ("layers", "src/base/low.c", '#include "html/token/token.h"\n',
     "src/base/low.c:1: base may not include"),
    ("layers", "src/base/low.c", '#include "slice.h"\n',
     "src/base/low.c:1: write includes from src/"),
    ("layers", "src/other/x.c", "\n", "src/other/x.c:1: in no layer"),
    ("layers", "apps/pith/peek.c", '#include "base/slice.h"\n',
     "apps/pith/peek.c:1: only the public header"),
    ("layers", "src/LAYERS", "base: html/token\nhtml/token:\n",
     "src/LAYERS:1: html/token is not declared"),
    ("sizes", "src/base/long.c", long_function(121),
     "src/base/long.c:2: long_one: lines 124 > 120"),
    ("sizes", "src/base/long.c", "\n" * 1201, "src/base/long.c:1: 1201 lines"),
    ("sizes", "src/base/f.c",
     "int\nf(int a, int b, int c, int d, int e, int g, int h, int i)\n{\n}\n",
     "src/base/f.c:2: f: parameters 8 > 7"),
    ("sizes", "src/base/f.c",
     "int\nf(int a)\n{\n" + "  if (a)\n    return 1;\n" * 25 + "}\n",
     "src/base/f.c:2: f: complexity 26 > 25"),
    ("sizes", "src/base/f.c",
     "int\nf(int a)\n{\n" + "{" * 6 + "}" * 6 + "\n}\n",
     "src/base/f.c:2: f: nesting 6 > 5"),
    ("sizes", "tools/check/size-allow.txt", "src/base/gone.c f reason\n",
     "tools/check/size-allow.txt:1: src/base/gone.c f needs no"),
    ("banned", "src/html/token/c.c", "\nx = strcpy(a, b);\n",
     "src/html/token/c.c:2: strcpy is banned"),
    ("banned", "src/html/token/c.c", "p = malloc(3);\n",
     "src/html/token/c.c:1: bare malloc"),
    ("banned", "src/base/c.c", "static int counter;\n",
     "src/base/c.c:1: a static variable"),
    ("banned", "src/base/c.c", "static const char *name = 0;\n",
     "src/base/c.c:1: a static variable"),
    ("banned", "src/base/c.c", "static int (*hook)(void);\n",
     "src/base/c.c:1: a static variable"),
    ("banned", "src/html/token/c.c", "#ifdef FAST\n#endif\n",
     "src/html/token/c.c:1: conditional compilation"),
    ("banned", "src/html/token/c.c", "#if PITH_X86_64\n#endif\n",
     "src/html/token/c.c:1: conditional compilation"),
    ("banned", "src/base/c.c", "exit(3);\n", "src/base/c.c:1: a library"),
    ("banned", "src/base/c.c", "fputs(a, stderr);\n",
     "src/base/c.c:1: a library prints"),
    ("banned", "notes.md", "see /ho" "me/me/x\n", "notes.md:1: a path of one"),
    ("banned", "notes.md", "TO" "DO: all\n", "notes.md:1: TO" "DO"),
    ("names", "apps/pith/token.c", "\n",
     "src/html/token/token.c:1: same file name as apps/pith/token.c"),
    ("comments", "include/pith.h", "/* one */\nint x(void);\n",
     "include/pith.h:1: 100 comment lines"),
    ("comments", "src/base/bare.c", "int a;\n" * 99 + "/* why */\n",
     "src/base:1: 1 comment lines per 100"),
    ("comments", "tools/check/comment-floors.txt", "src/html/token 90\n",
     "src/html/token:1: "),
    ("words", "src/base/c.c", "int a;\n/* what\n * frames it */\n",
     'src/base/c.c:2: retired "what * frames"'),
    ("words", "src/base/c.c", "int pith__auto_tell(int a);\n",
     "src/base/c.c:1: tell-name occurs 1 times, allowed 0; write: report"),
    ("words", "src/base/c.c", "int block_scene;\n",
     'src/base/c.c:1: retired "scene" (scene); write: block context'),
    ("words", "notes.md", "\nIt tells all.\n", 'notes.md:2: retired "tells"'),
    ("words", "apps/pith/m.c", 'x = "pages are judged";\n',
     'apps/pith/m.c:1: retired "judged"'),
    ("words", "tools/check/retired-words.txt", "odd\ttext\tWhat\\.~Touch\tOther\n",
     "apps/pith/README.md:3: odd occurs 3 times"),
    ("folders", "src/html/token/README.md", "One line.\n",
     "src/html/token/README.md:1: 1 lines"),
    ("folders", "src/base/README.md", "line\n" * 16,
     "src/base/README.md:1: 16 lines"),
    ("folders", "apps/lab/x.c", "\n", "apps/lab/README.md:1: missing"),
]


# Things that look like sins and are none.
INNOCENT = [
    ("banned", "src/base/c.c", "/* never strcpy(a, b) */\n"),
    ("banned", "src/base/c.c", 'puts_ok = "malloc(3) static int x;";\n'),
    ("banned", "src/base/c.c", "#if PITH_X86_64 || PITH_ARM64\n#endif\n"),
    ("banned", "src/base/c.c", "static const char *const names[] = {0};\n"),
    ("banned", "src/base/c.c", "static int\nhelper(int a)\n{\n}\n"),
    ("words", "src/page/style/s.c", "int sheet;\n"),
    ("words", "notes.md", "A style sheet; a relevance judgement; you can "
                          "tell; it stands for a frameset.\n"),
    ("words", "notes.md", "```console\n$ pith x\nThey tell tales.\n```\n"),
    ("words", "src/base/c.c", "int storytell; /* foretell */\n"),
    ("words", "tools/check/words-allow.txt", "3 tell\n"),
    ("folders", "tools/check/folder-allow.txt", "src/gone\n"),
    ("sizes", "src/base/long.c", long_function(116)),
    ("sizes", "src/base/f.c", "int\nf(int a)\n{\n" +
     "  case 'a':\n  case 'b':\n" * 20 + "}\n"),
]


def crowd():
    """A folder with one source file more than it may have."""
    return {f"tools/many/f{n}.py": "\n" for n in range(41)}


def make_repository(folder, extra):
    shutil.copytree(ROOT / "tools/check", folder / "tools/check",
                    ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in {**CLEAN, **extra}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def run_check(check, extra):
    """(exit code, lines printed) of a check on the made-up repository."""
    with tempfile.TemporaryDirectory(prefix="pith-checks-") as name:
        folder = pathlib.Path(name)
        make_repository(folder, extra)
        done = subprocess.run(
            [sys.executable, folder / f"tools/check/{check}.py"],
            capture_output=True, text=True, check=False)
        return done.returncode, (done.stdout + done.stderr).splitlines()


def main():
    failed = 0
    for check, name, text, wanted in SINS:
        code, lines = run_check(check, {name: text})
        if code != 1 or not any(line.startswith(wanted) for line in lines):
            failed += 1
            print(f"{check} on {name}: wanted {wanted!r}, got {code}", *lines,
                  sep="\n  ")
    code, lines = run_check("folders", crowd())
    if code != 1 or not lines[0].startswith("tools/many:1: 41 source files"):
        failed += 1
        print("folders on a crowd: got", code, *lines, sep="\n  ")
    innocent = INNOCENT + [(c, "README.md", "\n") for c in
                           ("layers", "sizes", "banned", "names", "words",
                            "folders", "comments")]
    for check, name, text in innocent:
        code, lines = run_check(check, {name: text})
        if code != 0:
            failed += 1
            print(f"{check} on innocent {name}: got {code}", *lines,
                  sep="\n  ")
    print(f"checks: {len(SINS) + 1} sins, {len(innocent)} innocents, "
          f"{failed} wrong answers")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
