"""The manual page in the format of man(7), as a list of lines."""
import re

import help_docs


def escape(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def words(text):
    """Running text: what stands between backquotes is set in bold."""
    parts = re.split(r"`([^`]*)`", " ".join(text.split()))
    return "".join(f"\\fB{escape(p)}\\fR" if i % 2 else escape(p)
                   for i, p in enumerate(parts))


def paragraphs(page):
    lines = []
    for text in page.paragraphs:
        if text.startswith("    "):
            lines += [".nf", ".RS", *(escape(t.strip())
                                      for t in text.splitlines()),
                      ".RE", ".fi"]
        else:
            lines += [".PP", words(text)]
    return lines


def option_lines(option):
    names = [f"\\fB{escape(option.option)}\\fR"]
    if option.letter:
        names.insert(0, f"\\fB\\-{option.letter}\\fR")
    title = ", ".join(names)
    if option.value:
        title += f" \\fI{escape(option.value)}\\fR"
    lines = [".TP", title]
    for i, text in enumerate(option.paragraphs):
        lines += ([".IP"] if i else []) + [words(text)]
    return lines


def example_lines(pages):
    lines = []
    for page in pages:
        for command, meaning in page.examples:
            lines += [".TP", f"\\fB{escape(command)}\\fR", words(meaning)]
    return lines


def man_page(manual):
    program = manual.program
    lines = ['.TH PITH 1 "" "pith" "User commands"', ".SH NAME",
             f"pith \\- {escape(program.help)}", ".SH SYNOPSIS", ".nf"]
    lines += [f"\\fBpith {c.command}\\fR {escape(c.usage)}".rstrip()
              for c in manual.commands]
    lines += [".fi", ".SH DESCRIPTION", *paragraphs(program)]
    for command in manual.commands:
        lines += [f".SH PITH {escape(command.command.upper())}",
                  *paragraphs(command)]
        options = [o for o in manual.options_of(command.command)
                   if o.of != "*"]
        for group, members in help_docs.groups(options):
            lines.append(f".SS {group}")
            for option in members:
                lines += option_lines(option)
    lines.append(".SH OPTIONS OF ALL COMMANDS")
    for option in manual.options_of(""):
        lines += option_lines(option)
    lines.append(".SH EXIT STATUS")
    for code, meaning in program.exits:
        lines += [".TP", f"\\fB{code}\\fR", words(meaning)]
    lines += [".SH EXAMPLES", *example_lines([program, *manual.commands])]
    return lines
