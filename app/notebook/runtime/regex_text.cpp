// SPDX-License-Identifier: MIT
#include "app/notebook/runtime/regex_text.hpp"

namespace normscope::notebook::runtime {

const std::string_view kRegexText = R"py(
class error(Exception):
    def __init__(self, msg, pattern=None, pos=None):
        self.msg, self.pattern, self.pos = msg, pattern, pos
        self.lineno = self.colno = None
        if pattern is not None and pos is not None:
            self.lineno = pattern.count("\n", 0, pos) + 1
            self.colno = pos - pattern.rfind("\n", 0, pos)
            msg = f"{msg} at position {pos}"
            if "\n" in pattern:
                msg = f"{msg} (line {self.lineno}, column {self.colno})"
        super().__init__(msg)


class RegexFlag(int):
    def __repr__(self):
        value = int(self)
        if not value:
            return "re.NOFLAG"
        names = [f"re.{name}" for name, bit in _flags if value & bit]
        left = value & ~sum([bit for _, bit in _flags])
        return "|".join(names + ([hex(left)] if left else []))

    def __str__(self):
        return repr(self)

    def __format__(self, spec):
        return format(str(self), spec) if not spec else format(int(self), spec)

    def __or__(self, other):
        return RegexFlag(int(self) | int(other))

    def __and__(self, other):
        return RegexFlag(int(self) & int(other))

    def __xor__(self, other):
        return RegexFlag(int(self) ^ int(other))

    def __invert__(self):
        return RegexFlag(sum([bit for _, bit in _flags]) & ~int(self))

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    @property
    def value(self):
        return int(self)


_flags = (("IGNORECASE", 2), ("LOCALE", 4), ("MULTILINE", 8), ("DOTALL", 16), ("UNICODE", 32), ("VERBOSE", 64),
          ("DEBUG", 128), ("ASCII", 256))
NOFLAG = RegexFlag(0)
I = IGNORECASE = RegexFlag(2)
M = MULTILINE = RegexFlag(8)
S = DOTALL = RegexFlag(16)
U = UNICODE = RegexFlag(32)
X = VERBOSE = RegexFlag(64)
DEBUG = RegexFlag(128)
A = ASCII = RegexFlag(256)


def _text(string):
    if isinstance(string, str):
        return string
    if isinstance(string, bytes):
        raise TypeError("cannot use a string pattern on a bytes-like object")
    raise TypeError(f"expected string or bytes-like object, got '{type(string).__name__}'")


class Match:
    def __init__(self, pattern, string, pos, endpos, spans):
        self.re, self.string, self.pos, self.endpos = pattern, string, pos, endpos
        self._spans = spans
        self.lastindex = spans[-1] if spans[-1] > 0 else None

    @property
    def lastgroup(self):
        for name, number in self.re.groupindex.items():
            if number == self.lastindex:
                return name
        return None

    @property
    def regs(self):
        return tuple([self.span(n) for n in range(self.re.groups + 1)])

    def _number(self, group):
        if isinstance(group, str):
            group = self.re.groupindex.get(group, -1)
        elif hasattr(group, "__index__"):
            group = group.__index__()
        else:
            group = -1
        if not 0 <= group <= self.re.groups:
            raise IndexError("no such group")
        return group

    def _one(self, group, default=None):
        n = 2 * self._number(group)
        begin, end = self._spans[n], self._spans[n + 1]
        return default if begin < 0 or end < 0 else self.string[begin:end]

    def group(self, *groups):
        if not groups:
            return self._one(0)
        if len(groups) == 1:
            return self._one(groups[0])
        return tuple([self._one(g) for g in groups])

    def __getitem__(self, group):
        return self._one(group)

    def groups(self, default=None):
        return tuple([self._one(n, default) for n in range(1, self.re.groups + 1)])

    def groupdict(self, default=None):
        return {name: self._one(n, default) for name, n in self.re.groupindex.items()}

    def span(self, group=0, /):
        n = 2 * self._number(group)
        begin, end = self._spans[n], self._spans[n + 1]
        return (-1, -1) if begin < 0 or end < 0 else (begin, end)

    def start(self, group=0, /):
        return self.span(group)[0]

    def end(self, group=0, /):
        return self.span(group)[1]

    def expand(self, template):
        return _filled(_parts(template, self.re), self)

    def __repr__(self):
        return f"<re.Match object; span={self.span()!r}, match={self.group()!r}>"

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class Pattern:
    def __init__(self, pattern, flags, made):
        self._program, self.groups, self.groupindex, self.flags = made
        self.pattern = pattern

    def _find(self, string, pos, endpos, how, advances=False):
        string = _text(string)
        size = len(string)
        endpos = size if endpos is None else min(max(endpos, 0), size)
        pos = max(pos, 0)
        if pos > endpos:
            return None
        spans = _run(self._program, string, pos, endpos, how, advances)
        return None if spans is None else Match(self, string, pos, endpos, spans)

    def match(self, string, pos=0, endpos=None):
        return self._find(string, pos, endpos, 0)

    def fullmatch(self, string, pos=0, endpos=None):
        return self._find(string, pos, endpos, 1)

    def search(self, string, pos=0, endpos=None):
        return self._find(string, pos, endpos, 2)

    def finditer(self, string, pos=0, endpos=None):
        return self._each(_text(string), max(pos, 0), endpos)

    def _each(self, string, pos, endpos):
        advances = False
        first = pos
        while True:
            found = self._find(string, pos, endpos, 2, advances)
            if found is None:
                return
            found.pos = first
            begin, pos = found._spans[0], found._spans[1]
            advances = begin == pos
            yield found

    def findall(self, string, pos=0, endpos=None):
        result = []
        for found in self.finditer(string, pos, endpos):
            if self.groups == 0:
                result.append(found._one(0))
            elif self.groups == 1:
                result.append(found._one(1, ""))
            else:
                result.append(found.groups(""))
        return result

    def split(self, string, maxsplit=0):
        result, last = [], 0
        if maxsplit < 0:
            return [string]
        for n, found in enumerate(self.finditer(string)):
            if maxsplit and n >= maxsplit:
                break
            result.append(string[last:found._spans[0]])
            result.extend(found.groups())
            last = found._spans[1]
        result.append(string[last:])
        return result

    def subn(self, repl, string, count=0):
        if callable(repl):
            fill = repl
        else:
            if not isinstance(repl, str):
                raise TypeError(f"decoding to str: need a bytes-like object, {type(repl).__name__} found")
            parts = _parts(repl, self) if "\\" in repl else [repl]
            fill = lambda found: _filled(parts, found)
        result, last, n = [], 0, 0
        for found in self.finditer(string):
            if count and n >= count:
                break
            if last < found._spans[0]:
                result.append(string[last:found._spans[0]])
            made = fill(found)
            if made is not None:
                if not isinstance(made, str):
                    raise TypeError(f"sequence item {len(result)}: expected str instance, {type(made).__name__} found")
                result.append(made)
            last = found._spans[1]
            n += 1
        result.append(string[last:])
        return "".join(result), n

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def __repr__(self):
        flags = self.flags & ~32
        text = repr(self.pattern)
        if len(text) > 200:
            text = text[:200]
        return f"re.compile({text}" + (f", {RegexFlag(flags)!r})" if flags else ")")

    def __eq__(self, other):
        if not isinstance(other, Pattern):
            return NotImplemented
        return self.pattern == other.pattern and self.flags == other.flags

    def __hash__(self):
        return hash((self.pattern, self.flags))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


_escapes = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}
_octal = "01234567"


# A template of sub as texts and numbers of groups.
def _parts(template, pattern):
    parts, text, at, size = [], "", 0, len(template)

    def group(number, pos):
        nonlocal text
        if number > pattern.groups:
            raise error(f"invalid group reference {number}", template, pos)
        parts.extend([text, number])
        text = ""
    while at < size:
        c = template[at]
        if c != "\\":
            text += c
            at += 1
            continue
        begin = at
        if at + 1 == size:
            raise error("bad escape (end of pattern)", template, begin)
        c = template[at + 1]
        at += 2
        if c == "g":
            if template[at:at + 1] != "<":
                raise error("missing <", template, at)
            at += 1
            end = template.find(">", at)
            if end < 0:
                raise error("missing >, unterminated name" if at < size else "missing group name", template, at)
            name = template[at:end]
            if not name:
                raise error("missing group name", template, at)
            if name.isidentifier():
                if name not in pattern.groupindex:
                    raise IndexError(f"unknown group name {name!r}")
                group(pattern.groupindex[name], at)
            elif name.isascii() and name.isdigit():
                group(int(name), at)
            else:
                raise error(f"bad character in group name {name!r}", template, at)
            at = end + 1
        elif c == "0":
            digits = c
            while len(digits) < 3 and at < size and template[at] in _octal:
                digits += template[at]
                at += 1
            text += chr(int(digits, 8) & 255)
        elif c in "123456789":
            digits = c
            if at < size and template[at] in "0123456789":
                digits += template[at]
                at += 1
                if c in _octal and digits[1] in _octal and at < size and template[at] in _octal:
                    digits += template[at]
                    at += 1
                    code = int(digits, 8)
                    if code > 255:
                        raise error(f"octal escape value \\{digits} outside of range 0-0o377", template, begin)
                    text += chr(code)
                    continue
            group(int(digits), begin + 1)
        elif c in _escapes:
            text += _escapes[c]
        elif c.isascii() and c.isalpha():
            raise error(f"bad escape \\{c}", template, begin)
        else:
            text += "\\" + c
    parts.append(text)
    return parts


def _filled(parts, found):
    return "".join([part if isinstance(part, str) else found._one(part, "") for part in parts])


_cache = {}


def compile(pattern, flags=0):
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError("cannot process flags argument with a compiled pattern")
        return pattern
    key = (type(pattern), pattern, int(flags))
    if key in _cache:
        return _cache[key]
    if isinstance(pattern, bytes):
        _not_supported("patterns of bytes", "patterns of str")
    if not isinstance(pattern, str):
        raise TypeError("first argument must be string or compiled pattern")
    if flags & 4:
        raise ValueError("cannot use LOCALE flag with a str pattern")
    if flags & 256 and flags & 32:
        raise ValueError("ASCII and UNICODE flags are incompatible")
    if flags & 128:
        _not_supported("re.DEBUG", "the pattern without it")
    made = _program(pattern, int(flags) if flags & 256 else int(flags) | 32)
    if isinstance(made[0], str):
        raise error(made[0], pattern, made[1])
    made = Pattern(pattern, flags, made)
    if len(_cache) >= 512:
        del _cache[next(iter(_cache))]
    _cache[key] = made
    return made


def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)


def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)


def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)


def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)


def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)


def escape(pattern):
    return "".join(["\\" + c if c in "()[]{}?*+-|^$\\.&~# \t\n\r\v\f" else c for c in pattern])


def purge():
    _cache.clear()
)py";

}  // namespace normscope::notebook::runtime
