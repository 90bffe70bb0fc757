#!/usr/bin/env python3
"""The html5lib tokenizer tests through `pith parse --tokens`.

    run_tokenizer.py --pith PROGRAM [--tools DIR] [--suite DIR] [FILE...]

A test is one case for each of its initial states. Inputs with lone surrogates
are left out, since no bytes decode to them, and so is xmlViolation.test, which
is about another output.
"""
import json
import re
import sys

import suite

SURROGATE = re.compile("[\ud800-\udfff]")


def unescape(value):
    """Undo a second \\uXXXX escaping in every string of a value."""
    if isinstance(value, str):
        text = re.sub(r"\\u([0-9A-Fa-f]{4})", lambda m: chr(int(m[1], 16)),
                      value)
        # Two halves of a pair, escaped one by one, are one character.
        return text.encode("utf-16", "surrogatepass") \
            .decode("utf-16", "surrogatepass") if is_paired(text) else text
    if isinstance(value, list):
        return [unescape(v) for v in value]
    if isinstance(value, dict):
        return {unescape(k): unescape(v) for k, v in value.items()}
    return value


def is_paired(text):
    return not SURROGATE.search(re.sub("[\ud800-\udbff][\udc00-\udfff]", "",
                                       text))


def merge(tokens):
    """Join neighbouring characters; drop what is no token."""
    merged = []
    for token in tokens:
        if token == "ParseError":
            continue
        if token[0] == "Character" and merged and merged[-1][0] == "Character":
            merged[-1] = ["Character", merged[-1][1] + token[1]]
        else:
            merged.append(token)
    return merged


def state_argument(name):
    return name.removesuffix(" state").lower().replace(" ", "-")


def read_cases(path):
    cases = []
    for test in json.loads(path.read_text()).get("tests", []):
        if test.get("doubleEscaped"):
            test["input"] = unescape(test["input"])
            test["output"] = unescape(test["output"])
        if SURROGATE.search(test["input"]):
            continue
        for state in test.get("initialStates", ["Data state"]):
            arguments = ["--tokens", "--encoding", "utf-8",
                         "--initial-state", state_argument(state)]
            if "lastStartTag" in test:
                arguments += ["--last-start-tag", test["lastStartTag"]]
            cases.append(suite.Case(path.name, len(cases) + 1, arguments,
                                    suite.page_bytes(test["input"]),
                                    merge(test["output"])))
    return cases


def is_right(case, output):
    return output.endswith(b"\n") and b"\n" not in output[:-1] \
        and json.loads(output) == case.expected


if __name__ == "__main__":
    sys.exit(suite.main("tokenizer", read_cases, is_right))
