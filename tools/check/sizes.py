#!/usr/bin/env python3
"""Fail on files and functions that have grown too large to read.

Limits are those of CONTRIBUTING.md. tools/check/size-allow.txt holds the
exceptions, a line each: FILE FUNCTION REASON (FUNCTION is * for the file).
A line that is no longer needed is a finding too, so the list shrinks.
"""
import statistics
import sys

import c_source

FILE_WARN, FILE_MAX = 800, 1200
FUNCTION_MAX = 120
COMPLEXITY_MAX = 25
PARAMETERS_MAX = 7
NESTING_MAX = 5
MEDIAN = (8, 16)
MEDIAN_NEEDS = 60  # functions; below that a median says nothing
ALLOW = "tools/check/size-allow.txt"


def read_allowed():
    """{(file, function)}, and complaints about lines without a reason."""
    allowed, complaints = {}, []
    for n, line in enumerate(c_source.read(ALLOW).splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = line.split(None, 2)
        if len(parts) < 3:
            complaints.append(f"{ALLOW}:{n}: wants FILE FUNCTION REASON")
        else:
            allowed[parts[0], parts[1]] = n
    return allowed, complaints


def too_large(function):
    limits = (("lines", function.lines, FUNCTION_MAX),
              ("complexity", function.complexity, COMPLEXITY_MAX),
              ("parameters", function.parameters, PARAMETERS_MAX),
              ("nesting", function.nesting, NESTING_MAX))
    return [f"{what} {value} > {limit}"
            for what, value, limit in limits if value > limit]


def main():
    allowed, findings = read_allowed()
    lengths, used, warnings = [], set(), 0
    files = c_source.c_files()
    for name in files:
        text = c_source.read(name)
        count = text.count("\n")
        if count > FILE_MAX and (name, "*") in allowed:
            used.add((name, "*"))
        elif count > FILE_MAX:
            findings.append(f"{name}:1: {count} lines > {FILE_MAX}")
        elif count > FILE_WARN:
            warnings += 1
            print(f"{name}:1: warning: {count} lines > {FILE_WARN}")
        for function in c_source.functions(c_source.strip(text)):
            # Headers hold one-line helpers that would hide the rest.
            if name.startswith("src/") and name.endswith(".c"):
                lengths.append(function.lines)
            complaints = too_large(function)
            if complaints and (name, function.name) in allowed:
                used.add((name, function.name))
            elif complaints:
                findings.append(f"{name}:{function.line}: {function.name}: "
                                + ", ".join(complaints))

    for key in allowed.keys() - used:
        findings.append(f"{ALLOW}:{allowed[key]}: {' '.join(key)} needs no "
                        "exception any more")
    median = statistics.median(lengths) if lengths else 0
    if len(lengths) >= MEDIAN_NEEDS and not MEDIAN[0] <= median <= MEDIAN[1]:
        findings.append(f"src:1: median function length {median:g} is outside "
                        f"{MEDIAN[0]}-{MEDIAN[1]}")
    p90 = sorted(lengths)[len(lengths) * 9 // 10] if lengths else 0
    return c_source.finish(
        "sizes", findings,
        f"{len(files)} files; src: {len(lengths)} functions, median "
        f"{median:g}, p90 {p90}, longest {max(lengths, default=0)} lines; "
        f"{len(allowed)} exceptions, {warnings} warnings")


if __name__ == "__main__":
    sys.exit(main())
