"""Legitimate differences between our trees and those of other parsers.

Each function takes two trees as lists of records (one for each line of the
html5lib format with its continuation lines) and says whether the whole
difference between them is the one it knows. reasons.md explains each in words.
None of them may say yes to anything else: a rule that forgives too much would
hide our own mistakes.
"""
import re

# What an old parser keeps inside `select`; anything else it drops the tag of.
OLD_SELECT_CONTENT = {"option", "optgroup", "hr", "script", "template"}


def records(tree):
    """Split a tree into its nodes and attributes."""
    out = []
    for line in tree.split("\n"):
        if line.startswith("| ") or not out:
            out.append(line)
        else:
            out[-1] += "\n" + line
    return out


def indent(record):
    return len(record) - len(record[2:].lstrip(" "))


def split_select(tree):
    """The tree without what is inside `select` elements, and those insides."""
    outside, insides = [], []
    limit = None
    for record in tree:
        depth = indent(record)
        if limit is not None and depth > limit:
            insides[-1].append(record)
            continue
        limit = None
        outside.append(record)
        if record[depth:] == "<select>":
            limit = depth
            insides.append([])
    return outside, insides


def text_of(inside):
    """All text below a select, without its quotes."""
    parts = [r[indent(r) + 1 :].rstrip("\n") for r in inside if r[indent(r) :][:1] == '"']
    return "".join(p[:-1] for p in parts)


def names_of(inside):
    found = (re.match(r"<([a-z][^>]*)>$", r[indent(r) :]) for r in inside)
    return {m[1] for m in found if m}


def select_content(ours, theirs):
    """parse5 has the content model of `select` from before 2025."""
    our_outside, our_insides = split_select(ours)
    their_outside, their_insides = split_select(theirs)
    if our_outside != their_outside:
        return False
    for mine, other in zip(our_insides, their_insides):
        if mine == other:
            continue
        newer = not names_of(mine) <= OLD_SELECT_CONTENT
        if not newer or text_of(mine) != text_of(other):
            return False
    return True


def instruction_of(record):
    """(indent, target, data) of `<?target data?>` however it is displayed."""
    depth = indent(record)
    body = record[depth:].rstrip("\n")
    if body.startswith("<!-- ?") and body.endswith(" -->"):
        body = body[6:-4]
    elif body.startswith("<?") and body.endswith(">"):
        body = body[2:-1]
    else:
        return None
    target, _, data = re.sub(r"\s", " ", body, count=1).partition(" ")
    return depth, target, data.removesuffix("?").lstrip()


def processing_instruction(ours, theirs):
    """lexbor makes a processing instruction of what is a comment for us."""
    if len(ours) != len(theirs):
        return False
    for mine, other in zip(ours, theirs):
        if mine == other:
            continue
        known = instruction_of(mine)
        if known is None or known != instruction_of(other):
            return False
    return True


# Parser, name of the section in reasons.md, function.
REASONS = [
    ("parse5", "select-content", select_content),
    ("lexbor", "processing-instruction", processing_instruction),
]


def explain(parser, ours, theirs):
    """The name of the reason that covers the difference, or None."""
    mine, other = records(ours), records(theirs)
    for whose, name, covers in REASONS:
        if whose == parser and covers(mine, other):
            return name
    return None
