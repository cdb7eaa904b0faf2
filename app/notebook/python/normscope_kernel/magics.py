# SPDX-License-Identifier: MIT
"""Lines that IPython takes and Python does not: `%matplotlib inline`, `!pip install`, `name?`."""

import re

#: They measure a statement that stands behind them, which is run.
_MEASURES = {"time"}
#: Their cells are in Python, whatever is wrong with it.
_OF_PYTHON = {"capture", "time", "timeit", "prun"}
#: Their cells are not.
_OTHER_LANGUAGES = {
    "bash", "sh", "script", "cmd", "system", "html", "HTML", "javascript", "js", "latex", "markdown",
    "svg", "SVG", "writefile", "file", "perl", "ruby", "python2", "pypy", "R", "sql", "bigquery", "cython",
    "cpp", "cu", "julia",
}
_LINE = re.compile(r"(?P<before>\s*(?:[\w.,* ]+=)?\s*)(?P<magic>[%!?].*)|(?P<help>[\w.*\[\]]+\?{1,2})\s*")


def _advice(magic):
    if magic.startswith("!"):
        return f"`{magic}` (a shell command); no programs run from here"
    return f"`{magic}` (an IPython magic); delete the line"


def _without(magic, is_first):
    """What is run in the place of a line, and the note that says so; None: it has a meaning."""
    sign, word, rest = re.match(r"(%%|[%!])?\s*(\w*)\s*(.*)", magic).groups()
    if sign == "!":
        return "pass", f"left out: `{magic}` (no programs run from here)"
    if magic.startswith("?") or magic.endswith("?"):
        return "pass", f"left out: `{magic}` (help(...) prints what there is)"
    if sign is None or (sign == "%%" and not is_first):
        return None
    if word in _MEASURES:
        return (rest if sign == "%" and rest else "pass"), None
    told = (sign, word) not in {("%", "matplotlib"), ("%%", "capture")}
    return "pass", f"left out: `{magic}`" if told else None


def _is_python(source):
    """Whether what stands below a magic of a cell is code, which may have magics of its own."""
    try:
        compile(source, "", "exec", dont_inherit=True)
    except SyntaxError as error:
        lines = source.splitlines()
        number = error.lineno or 0
        return 0 < number <= len(lines) and _LINE.fullmatch(lines[number - 1]) is not None
    return True


def captured_name(source):
    """The name that a first line `%%capture` keeps the output under ("": none); None: there is no such line."""
    first = source.lstrip().partition("\n")[0].split()
    if first[:1] != ["%%capture"]:
        return None
    return next((part for part in first[1:] if part.isidentifier()), "")


def without_magic(source, file, error, notes):
    """The cell without the line of a syntax error, if it does the same without; None: it is no magic.

    Raises SyntaxError for a magic that there would be something to do for.
    """
    lines = source.splitlines()
    number = error.lineno or 0
    if not 0 < number <= len(lines):
        return None
    line = lines[number - 1]
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    magic = (found["magic"] or found["help"]).strip()
    is_first = not "".join(lines[: number - 1]).strip()
    before = found["before"] or ""
    if before.strip() and (measured := re.fullmatch(r"%\s*time\s+(.+)", magic)):
        without = measured[1], None
    else:
        without = None if before.strip() else _without(magic, is_first)
    if magic.startswith("%%") and is_first:
        word = magic[2:].split()[:1]
        below = "\n".join(lines[number:])
        if word and word[0] not in _OF_PYTHON and (word[0] in _OTHER_LANGUAGES or not _is_python(below)):
            notes.append(f"left out: the cell of `{magic}`, which is not in Python")
            return ""
    if without is not None:
        lines[number - 1] = before + without[0]
        if without[1] is not None:
            notes.append(f"line {number}: {without[1]}")
        return "\n".join(lines) + "\n"
    start = line.index(magic)
    place = file, number, start + 1, line, number, len(line) + 1
    raise SyntaxError("not supported: " + _advice(magic), place) from None
