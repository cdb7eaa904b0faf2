# SPDX-License-Identifier: MIT
"""Lines that IPython takes and Python does not: `%matplotlib inline`, `!pip install`, `name?`."""

import re

#: They set a notebook up, measure it or hide what it prints: without them it does the same.
_LEFT_OUT = {
    "matplotlib", "pylab", "config", "load_ext", "reload_ext", "autoreload", "pip", "pip3", "conda",
    "mamba", "precision", "xmode", "timeit",
}
#: They measure a statement that stands behind them, which is run.
_MEASURES = {"time"}
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
    if word == "matplotlib" and sign == "%":
        return "pass", None
    if word == "capture" and sign == "%%":
        return "pass", None
    if word in _MEASURES:
        return (rest if sign == "%" and rest else "pass"), None
    return ("pass", f"left out: `{magic}`") if word in _LEFT_OUT else None


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
    without = None if before.strip() else _without(magic, is_first)
    if without is not None:
        lines[number - 1] = before + without[0]
        if without[1] is not None:
            notes.append(f"line {number}: {without[1]}")
        return "\n".join(lines) + "\n"
    start = line.index(magic)
    place = file, number, start + 1, line, number, len(line) + 1
    raise SyntaxError("not supported: " + _advice(magic), place) from None
