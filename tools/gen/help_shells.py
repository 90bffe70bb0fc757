"""Completion scripts for bash, zsh and fish, as lists of lines."""


def spellings(option):
    return [option.option] + ([f"-{option.letter}"] if option.letter else [])


def bash(manual):
    lines = ["# bash completion for pith", "_pith() {",
             '  local current=${COMP_WORDS[COMP_CWORD]}',
             '  local previous=${COMP_WORDS[COMP_CWORD-1]}',
             "  local words=",
             "  if [ \"$COMP_CWORD\" = 1 ]; then"]
    first = [c.command for c in manual.listed]
    first += [s for o in manual.options_of("") for s in spellings(o)]
    lines += [f"    words='{' '.join(first)}'", "  else",
              '    case ${COMP_WORDS[1]}:$previous in']
    for command in manual.listed:
        for option in manual.options_of(command.command):
            if option.value:
                names = "|".join(f"{command.command}:{s}" for s in spellings(option))
                words = option.choices
                lines.append(f"    {names}) words='{words}' ;;")
    # Options after a dash, the sub-commands of a command as its first word;
    # else no word, so that bash completes files.
    for command in manual.listed:
        words = " ".join(s for o in manual.options_of(command.command)
                         for s in spellings(o))
        lines.append(f"    {command.command}:*) case $COMP_CWORD:$current in")
        lines.append(f"      *:-*) words='{words}' ;;")
        if command.choices:
            lines.append(f"      2:*) words='{command.choices}' ;;")
        lines.append("      esac ;;")
    lines += ["    esac", "  fi",
              "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))",
              "}", "complete -o default -F _pith pith"]
    return lines


def zsh_quote(text):
    return text.replace("'", "'\\''").replace("[", "\\[") \
        .replace("]", "\\]").replace(":", "\\:")


def zsh_option(option):
    text = f"[{zsh_quote(option.help)}]"
    if option.value and option.choices:
        text += f":{option.value}:({option.choices})"
    elif option.value and option.type == "path":
        text += f":{option.value}:_files"
    elif option.value:
        text += f":{option.value}: "
    return [f"'{s}{text}'" for s in spellings(option)]


def zsh(manual):
    lines = ["#compdef pith", "_pith() {", "  local -a commands", "  commands=("]
    lines += [f"    '{c.command}:{zsh_quote(c.help)}'" for c in manual.listed]
    lines += ["  )", "  if (( CURRENT == 2 )); then",
              "    _describe -t commands 'pith command' commands"]
    before = [f"{s}[{zsh_quote(o.help)}]" for o in manual.options_of("")
              for s in spellings(o)]
    lines += ["    _values option " + " ".join(f"'{b}'" for b in before),
              "    return", "  fi", "  case $words[2] in"]
    for command in manual.listed:
        arguments = [a for o in manual.options_of(command.command)
                     for a in zsh_option(o)]
        rest = f"'1:what:({command.choices})' " if command.choices else ""
        rest += "'*:file:_files'"
        lines.append(f"  {command.command})")
        lines.append("    shift words; (( CURRENT-- ))")
        lines.append("    _arguments \\")
        lines += [f"      {a} \\" for a in arguments]
        lines += [f"      {rest}", "    ;;"]
    lines += ["  esac", "}", '_pith "$@"']
    return lines


def fish_quote(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish_option(option, condition):
    line = f"complete -c pith -n {fish_quote(condition)} " \
           f"-l {option.option[2:]}"
    if option.letter:
        line += f" -s {option.letter}"
    if option.value:
        line += " -r" if option.type == "path" else " -x"
    if option.choices:
        line += f" -a {fish_quote(option.choices)}"
    return line + f" -d {fish_quote(option.help)}"


def fish(manual):
    lines = ["# fish completion for pith"]
    for command in manual.listed:
        lines.append("complete -c pith -f -n __fish_use_subcommand "
                     f"-a {command.command} -d {fish_quote(command.help)}")
    lines += [fish_option(o, "__fish_use_subcommand")
              for o in manual.options_of("")]
    for command in manual.listed:
        condition = f"__fish_seen_subcommand_from {command.command}"
        if command.choices:
            lines.append(f"complete -c pith -f -n {fish_quote(condition)} "
                         f"-a {fish_quote(command.choices)}")
    for option in manual.options:
        names = [c.command for c in manual.listed
                 if option in manual.options_of(c.command)]
        if names and "*" not in option.commands:
            lines.append(fish_option(option, "__fish_seen_subcommand_from "
                                     + " ".join(names)))
    return lines
