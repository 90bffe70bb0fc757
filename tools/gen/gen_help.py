"""Generate the tables of commands and options from docs/options.

apps/common/options/option_ids.h has a number for each command and option;
apps/common/options/options.inc has one row for each command and option, with
its texts, and the completion scripts of three shells. Help and the manual page
are composed from the rows at run time, so every text is there once.

A row names the field that the option sets. The compiler resolves it, so an
option without a field, or with a field of another type, does not build.
"""
import json
import os
import sys

import help_docs
import help_shells
import table_header as table

OUTPUT = table.ROOT / "apps" / "common" / "options"


def c_string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"' \
        if text else "NULL"


def c_list(name, lines):
    return [f"static const char *const {name}[] = {{",
            *(f"    {c_string(line)}," for line in lines), "    NULL,", "};"]


def c_name(text):
    return text.lstrip("-").replace("-", "_")


def c_id(prefix, text):
    return f"{prefix}_{c_name(text).upper()}"


def command_names(manual):
    """Every command, each followed by its sub-commands if options differ."""
    names = []
    used = {n for o in manual.options for n in o.commands}
    for command in manual.commands:
        names.append(command.command)
        names += [n for n in (f"{command.command}-{word}"
                              for word in command.choices.split())
                  if n in used]
    return names


def header(manual):
    ids = {o.option: o for o in manual.options}
    return "\n".join([
        "#ifndef COMMON_OPTIONS_OPTION_IDS_H",
        "#define COMMON_OPTIONS_OPTION_IDS_H", "",
        "typedef enum command_id {",
        *(f"  {c_id('COMMAND', n)}," for n in command_names(manual)),
        "  COMMAND_IDS", "} command_id;", "",
        "typedef enum option_id {", "  OPTION_NONE,",
        *(f"  {c_id('OPTION', n)}," for n in sorted(ids)),
        "  OPTION_IDS", "} option_id;", "", "#endif", ""])


def target(page, field, constant):
    """The macro of option_rows.c that finds the field of an option."""
    if page.type in ("help", "version"):
        return f"SETS_NOTHING({page.type.upper()})"
    part, _, name = field.partition(".")
    if part == "page":
        own = c_name(page.option or page.member).removeprefix("no_")
        known = own == name or constant == own or own == "fragment"
        return f"SETS_PAGE({name}, {c_string('' if known else name)})"
    if page.type == "switch":
        return f"SETS_SWITCH({field}, {constant or 'true'})"
    return f"SETS_{page.type.upper()}({field})"


def commands_mask(manual, names):
    if "*" in names:
        return "IN_ALL"
    known = command_names(manual)
    return " | ".join(f"IN({c_id('COMMAND', n)})" for n in known if n in names)


def row(manual, page, names, field, constant):
    is_option = page.kind == "option"
    least, most = page.bounds
    name, *routes = page.http.split() or [""]
    base = c_name(page.name)
    return "\n".join([
        "    {" + ", ".join([
            c_id("OPTION", page.option) if is_option else "OPTION_NONE",
            c_string(page.option or page.member),
            f"'{page.letter}'" if page.letter else "'\\0'",
            c_string(page.value)]) + ",",
        f"     {c_string(page.help)},",
        f"     {base}_text, {c_string(page.group)},",
        f"     {base}_choices," if page.choices else "     NULL,",
        f"     {target(page, field, constant)}, {least}, {most},",
        f"     {c_id('OPTION', page.needs) if page.needs else 'OPTION_NONE'},",
        f"     {commands_mask(manual, names) if is_option else '0'},",
        f"     {c_string(name)}, "
        + (" | ".join(c_id("ROUTE", r) for r in routes) or "0") + "},"])


def rows(manual):
    lines = []
    for page in manual.options + manual.members:
        base = c_name(page.name)
        lines += c_list(f"{base}_text", page.paragraphs)
        if page.choices:
            lines += c_list(f"{base}_choices", page.choices.split())
    lines.append("\nstatic const option_row option_rows[] = {")
    for page in manual.options + manual.members:
        for names, field, constant in page.targets:
            lines.append(row(manual, page, names, field, constant))
    return lines + ["};", ""]


def page_texts(page, base):
    return (c_list(f"{base}_text", page.paragraphs)
            + c_list(f"{base}_examples",
                     [part for pair in page.examples for part in pair]))


def command_row(name, command):
    base = f"command_{c_name(command.command)}"
    word = name.replace("-", " ")
    return (f"    [{c_id('COMMAND', name)}] = {{{c_string(word)}, "
            f"{c_string(command.runs or 'pith')},\n"
            f"     {c_string(command.usage)},\n"
            f"     {c_string(command.help)},\n"
            f"     {base}_text, {base}_examples, "
            f"{command.arguments or 'ARGUMENTS_MANY'}}},")


def command_rows(manual):
    lines = []
    by_name = {c.command: c for c in manual.commands}
    for command in manual.commands:
        lines += page_texts(command, f"command_{c_name(command.command)}")
    lines.append("\nstatic const command_row command_rows[] = {")
    lines += [command_row(n, by_name[n.partition("-")[0]])
              for n in command_names(manual)]
    return lines + ["};", ""]


def text(manual):
    program = manual.program
    lines = page_texts(program, "program")
    lines[0] = lines[0].replace("program_text[", "program_text_lines[")
    lines += [f"static const char program_help[] = {c_string(program.help)};"]
    lines += c_list("program_exits",
                    [part for pair in program.exits for part in pair])
    lines += [""] + command_rows(manual) + rows(manual)
    for shell in ("bash", "zsh", "fish"):
        lines += c_list(f"{shell}_text", getattr(help_shells, shell)(manual))
    return "\n".join(lines) + "\n"


API = table.ROOT / "apps" / "pith" / "serve" / "openapi.json"
API_ROUTES = {"extract": "/v1/extract", "site": "/v1/site",
              "learn": "/v1/models/{name}/learn", "batch": "/v1/batch"}


def check_api(manual):
    """openapi.json has the parameters of the rows, with their choices."""
    paths = json.loads(API.read_text())["paths"]
    for route, path in API_ROUTES.items():
        rows = {p.http.split()[0]: p for p in manual.options + manual.members
                if route in p.http.split()[1:] and p.member != "token"}
        both = [*paths[path].get("parameters", ()),
                *paths[path]["post"].get("parameters", ())]
        given = {p["name"]: p["schema"] for p in both if p["in"] == "query"}
        if rows.keys() != given.keys():
            sys.exit(f"openapi.json: {path} differs from docs/options in "
                     f"{', '.join(sorted(rows.keys() ^ given.keys()))}")
        for name, page in rows.items():
            if page.type == "choice" and \
                    page.choices.split() != given[name].get("enum"):
                sys.exit(f"openapi.json: choices of {name} in {path}")


def main():
    manual = help_docs.read()
    check_api(manual)
    folder = table.TABLES if "PITH_TABLES" in os.environ else OUTPUT
    for name, content in (("option_ids.h", header(manual)),
                          ("options.inc", text(manual))):
        table.write_to(folder, name, __file__, help_docs.files(), content)


if __name__ == "__main__":
    main()
