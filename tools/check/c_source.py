"""What the checks know of our C files: which there are, and their functions.

Nothing here parses C. Our format does the work: clang-format puts the name of
a function being defined, and both of its braces, in the first column, so a
definition reads

    static int
    name(parameters)
    {
      ...
    }

and anything else in the first column followed by `(` is not one.
"""
import dataclasses
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
GENERATED = "src/tables/"

_TOKENS = re.compile(
    r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'',
    re.DOTALL)
_NAME = re.compile(r"^([A-Za-z_]\w*)\(", re.MULTILINE)


def repository_files():
    """Paths of all files under version control or about to be, as text."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT,
        capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        names = set(listed.stdout.splitlines())
    else:  # an unpacked archive
        names = {str(p.relative_to(ROOT)) for p in ROOT.rglob("*")}
        names = {n for n in names if not n.startswith(("build/", ".git/"))}
    return sorted(n for n in names if (ROOT / n).is_file())


def c_files(*folders, generated=False):
    """Our .c and .h files below the folders (all of them when none named)."""
    return [n for n in repository_files()
            if n.endswith((".c", ".h"))
            and (not folders or n.startswith(folders))
            and (generated or not n.startswith(GENERATED))]


def read(name):
    return (ROOT / name).read_text(encoding="utf-8", errors="replace")


def _blank(match):
    text = match.group()
    if text[0] in "\"'":
        return text[0] + " " * (len(text) - 2) + text[0]
    return re.sub(r"[^\n]", " ", text)


def strip(text):
    """The text with comments and literals blanked, line by line as long."""
    return _TOKENS.sub(_blank, text)


@dataclasses.dataclass
class Function:
    name: str
    line: int         # of the name, counted from 1
    lines: int        # from the name to the closing brace
    parameters: int
    complexity: int
    nesting: int


def _complexity(body):
    """Ways through a function: 1 + its decisions. Labels that share a body
    (`case 'a': case 'b':`) are one decision."""
    body = re.sub(r"(\bcase\b[^:;{}]*:\s*)+", "case ", body)
    return 1 + len(re.findall(r"\b(?:if|for|while|case)\b|&&|\|\||\?", body))


def _nesting(body):
    depth = deepest = 0
    for char in body:
        depth += (char == "{") - (char == "}")
        deepest = max(deepest, depth)
    return deepest


def _parameter_count(text):
    text = re.sub(r"\([^()]*\)", "", text)  # those of a function pointer
    return 0 if text.strip() in ("", "void") else text.count(",") + 1


def functions(text):
    """The functions defined in a stripped text."""
    found = []
    for match in _NAME.finditer(text):
        opening = text.find("\n{", match.end())
        head = text[match.end():opening]
        if opening < 0 or ";" in head or "}" in head or "#" in head:
            continue
        closing = text.find("\n}", opening)
        if closing < 0:
            continue
        body = text[opening + 2:closing]
        line = text.count("\n", 0, match.start()) + 1
        found.append(Function(
            match[1], line,
            text.count("\n", match.start(), closing + 1) + 1,
            _parameter_count(head[:head.rfind(")")]),
            _complexity(body), _nesting(body)))
    return found


def finish(check, findings, summary):
    """Print the findings and the summary line; returns the exit code."""
    for finding in findings:
        print(finding)
    state = f"{len(findings)} findings" if findings else "ok"
    print(f"{check}: {state} ({summary})")
    return 1 if findings else 0
