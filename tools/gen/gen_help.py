"""Generate apps/common/options/help.inc from docs/options: help, manual, completions.

The one generated file outside src/tables: a program's text belongs to the
program. It holds lists of lines, each ended by NULL (a C compiler need not
take a string of more than 4,095 characters), the options of each command for
common/options/arguments.h, and one row a command that gathers them.
"""
import os
import re
import textwrap

import help_docs
import help_man
import help_shells
import table_header as table

OUTPUT = table.ROOT / "apps" / "common" / "options"
COLUMN = 26  # where the help of an option begins
WIDTH = 79


def plain(text):
    return text.replace("`", "")


def wrap(text, width, indent=""):
    return textwrap.wrap(plain(text), width, initial_indent=indent,
                         subsequent_indent=indent, break_on_hyphens=False)


def item(left, right, column=COLUMN):
    """`left` and, from a fixed column on, the wrapped `right`."""
    lines = wrap(right, WIDTH - column)
    if len(left) + 1 >= column:
        return [left] + [" " * column + line for line in lines]
    return [left.ljust(column) + lines[0]] + [" " * column + line
                                              for line in lines[1:]]


def option_title(option):
    title = f"-{option.letter}, {option.option}" if option.letter else \
        f"    {option.option}"
    return f"  {title} {option.value}".rstrip()


def paragraphs(page, indent=""):
    lines = []
    for text in page.paragraphs:
        lines += ["", *(text.splitlines() if text.startswith("    ") else
                        wrap(text, WIDTH, indent))]
    return lines


def examples(page):
    width = max(len(command) for command, _ in page.examples) + 4
    return [f"  {command}".ljust(width) + meaning
            for command, meaning in page.examples]


def command_list(manual):
    return [line for c in manual.commands
            for line in item(f"  {c.command}", c.help, 16)]


def exit_line(program):
    return wrap("Exit: " + "; ".join(
        f"{code} {re.split('[;,]', meaning)[0]}"
        for code, meaning in program.exits) + ".", WIDTH)


def usage_lines(manual):
    """What `pith` says to somebody who said nothing."""
    names = ", ".join(c.command for c in manual.commands)
    return [f"pith: no page and no command; there are {names}",
            "usage: pith [COMMAND] [OPTION]... [FILE]...",
            "try 'pith -h' for short help, 'pith --help' for all of it"]


def program_short(manual):
    program = manual.program
    return [f"pith - {program.help}", "", *examples(program), "",
            "Usage: pith [COMMAND] [OPTION]... [FILE]...", "", "Commands:",
            *command_list(manual), "",
            "'pith COMMAND -h' lists the options of a command, 'pith --help' "
            "says it all.", *exit_line(program)]


def option_sections(options, long):
    lines = []
    for group, members in help_docs.groups(options):
        lines += ["", f"{group}:"]
        for option in members:
            if not long:
                lines += item(option_title(option), option.help)
                continue
            lines.append(option_title(option))
            texts = [line for text in option.paragraphs for line in
                     ["", *wrap(text, WIDTH - 10)]]
            lines += [" " * 10 + t if t else "" for t in texts[1:]]
    return lines


def program_full(manual):
    program = manual.program
    lines = [f"pith - {program.help}", "", *examples(program), "",
             "Usage: pith [COMMAND] [OPTION]... [FILE]...",
             *paragraphs(program), "", "Commands:", *command_list(manual)]
    for command in manual.commands:
        lines += ["", "-" * 72, *command_full(manual, command, False)]
    lines += ["", "-" * 72,
              *option_sections(manual.options_of(""), True)[1:],
              "", "Exit codes:"]
    for code, meaning in program.exits:
        lines += item(f"  {code}", meaning, 7)
    return lines


def command_head(command):
    return [f"pith {command.command} - {command.help}", "", *examples(command),
            "", f"Usage: pith {command.command} {command.usage}".rstrip()]


def command_short(manual, command):
    options = manual.options_of(command.command)
    lines = [f"pith {command.command} - {command.help}", "",
             f"Usage: pith {command.command} {command.usage}".rstrip(), ""]
    return lines + [line for o in options
                    for line in item(option_title(o), o.help)]


def command_full(manual, command, with_common=True):
    options = [o for o in manual.options_of(command.command)
               if with_common or o.of != "*"]
    return [*command_head(command), *paragraphs(command),
            *option_sections(options, True)]


def c_string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def c_lines(name, lines):
    return [f"static const char *const {name}[] = {{",
            *(f"    {c_string(line)}," for line in lines), "    NULL,", "};", ""]


def c_options(name, options):
    rows = [f"    {{{c_string(o.option)}, "
            + (f"'{o.letter}'" if o.letter else "'\\0'") + ", "
            + (c_string(o.value) if o.value else "NULL") + "},"
            for o in options]
    return [f"static const option_spec {name}[] = {{", *rows, "};", ""]


def text(manual):
    lines = c_lines("usage_text", usage_lines(manual))
    lines += c_lines("short_text", program_short(manual))
    lines += c_lines("full_text", program_full(manual))
    for command in manual.commands:
        name = command.command
        lines += c_lines(f"{name}_short", command_short(manual, command))
        lines += c_lines(f"{name}_full", command_full(manual, command))
        lines += c_options(f"{name}_options", manual.options_of(name))
    lines += c_lines("man_text", help_man.man_page(manual))
    for shell in ("bash", "zsh", "fish"):
        lines += c_lines(f"{shell}_text", getattr(help_shells, shell)(manual))
    lines += ["static const command_help command_helps[] = {"]
    for command in manual.commands:
        name = command.command
        lines.append(f"    {{{c_string(name)}, {name}_short, {name}_full,")
        lines.append(f"     {name}_options, "
                     f"{len(manual.options_of(name))}}},")
    lines += ["};", ""]
    return "\n".join(lines)


def main():
    manual = help_docs.read()
    folder = table.TABLES if "PITH_TABLES" in os.environ else OUTPUT
    table.write_to(folder, "help.inc", __file__, help_docs.files(),
                   text(manual))


if __name__ == "__main__":
    main()
