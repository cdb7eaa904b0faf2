# SPDX-License-Identifier: MIT
"""Lines that IPython takes and Python does not: `%matplotlib inline`, `!pip install`, `name?`."""

import re

#: They say how a notebook shows pictures, loads modules again or installs packages.
_NOTHING_TO_DO = {
    "matplotlib", "config", "load_ext", "reload_ext", "autoreload", "pip", "pip3", "conda",
}
_LINE = re.compile(r"(?P<before>\s*(?:[\w.,* ]+=)?\s*)(?P<magic>[%!?].*)|(?P<help>.*\?)\s*")


def _advice(magic):
    if magic.startswith("?") or magic.endswith("?"):
        return f"`{magic}` (IPython's help); print what you want to see"
    if magic.startswith("!"):
        return f"`{magic}` (a shell command); no programs run from here"
    return f"`{magic}` (an IPython magic); delete the line"


def without_magic(source, file, error):
    """The cell without the line of a syntax error, which was only a setting; None: it was none.

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
    word = re.match(r"[%!]\s*(\w*)", magic)
    if word is not None and word[1] in _NOTHING_TO_DO and not found["before"].strip():
        lines[number - 1] = found["before"] + "pass"
        return "\n".join(lines) + "\n"
    start = line.index(magic)
    place = file, number, start + 1, line, number, len(line) + 1
    raise SyntaxError("not supported: " + _advice(magic), place) from None
