// SPDX-License-Identifier: MIT
// The module json, without files.
#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/prelude.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::string_view kJson = R"py(
class JSONDecodeError(ValueError):
    def __init__(self, msg, doc, pos):
        lineno = doc.count("\n", 0, pos) + 1
        colno = pos - doc.rfind("\n", 0, pos)
        super().__init__("%s: line %d column %d (char %d)" % (msg, lineno, colno, pos))
        self.msg = msg
        self.doc = doc
        self.pos = pos
        self.lineno = lineno
        self.colno = colno


_short = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _quoted(text, ascii_only):
    parts = ['"']
    for c in text:
        code = ord(c)
        if c in _short:
            parts.append(_short[c])
        elif code < 32 or ascii_only and code > 126 and code < 0x10000:
            parts.append("\\u%04x" % code)
        elif ascii_only and code >= 0x10000:
            code -= 0x10000
            parts.append("\\u%04x\\u%04x" % (0xD800 | code >> 10, 0xDC00 | code & 0x3FF))
        else:
            parts.append(c)
    parts.append('"')
    return "".join(parts)


def _number(value, allow_nan):
    if value != value or value in (float("inf"), float("-inf")):
        if not allow_nan:
            raise ValueError("Out of range float values are not JSON compliant")
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    return float.__repr__(value)


class JSONEncoder:
    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True,
                 sort_keys=False, indent=None, separators=None, default=None):
        self.skipkeys = skipkeys
        self.ensure_ascii = ensure_ascii
        self.allow_nan = allow_nan
        self.sort_keys = sort_keys
        self.indent = " " * indent if isinstance(indent, int) else indent
        self.item_separator, self.key_separator = separators or (", " if indent is None else ",", ": ")
        if default is not None:
            self.default = default
        self._open = []

    def default(self, o):
        raise TypeError(f"Object of type {o.__class__.__name__} is not JSON serializable")

    def encode(self, o):
        return self._text(o, 0)

    def iterencode(self, o):
        yield self.encode(o)

    def _key(self, key):
        if isinstance(key, str):
            return key
        if isinstance(key, float):
            return _number(key, self.allow_nan)
        if key is True or key is False or key is None:
            return {True: "true", False: "false", None: "null"}[key]
        if isinstance(key, int):
            return int.__repr__(key)
        if self.skipkeys:
            return None
        raise TypeError(f"keys must be str, int, float, bool or None, not {key.__class__.__name__}")

    def _text(self, o, depth):
        if o is None:
            return "null"
        if o is True:
            return "true"
        if o is False:
            return "false"
        if isinstance(o, str):
            return _quoted(o, self.ensure_ascii)
        if isinstance(o, int):
            return int.__repr__(o)
        if isinstance(o, float):
            return _number(o, self.allow_nan)
        if any(each is o for each in self._open):
            raise ValueError("Circular reference detected")
        self._open.append(o)
        if isinstance(o, (list, tuple)):
            text = self._joined([self._text(each, depth + 1) for each in o], "[]", depth)
        elif isinstance(o, dict):
            items = []
            for key, value in sorted(o.items()) if self.sort_keys else o.items():
                name = self._key(key)
                if name is not None:
                    items.append(_quoted(name, self.ensure_ascii) + self.key_separator + self._text(value, depth + 1))
            text = self._joined(items, "{}", depth)
        else:
            text = self._text(self.default(o), depth)
        self._open.pop()
        return text

    def _joined(self, items, ends, depth):
        if not items:
            return ends
        if self.indent is None:
            return ends[0] + self.item_separator.join(items) + ends[1]
        line = "\n" + self.indent * (depth + 1)
        return ends[0] + line + (self.item_separator + line).join(items) + "\n" + self.indent * depth + ends[1]


def dumps(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None,
          indent=None, separators=None, default=None, sort_keys=False, **kw):
    return (cls or JSONEncoder)(skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular,
                                allow_nan=allow_nan, indent=indent, separators=separators,
                                default=default, sort_keys=sort_keys, **kw).encode(obj)


class _Reader:
    def __init__(self, text, hooks):
        self.text = text
        self.hooks = hooks

    def blanks(self, at):
        while at < len(self.text) and self.text[at] in " \t\n\r":
            at += 1
        return at

    def value(self, at):
        text = self.text
        c = text[at:at + 1]
        if c == '"':
            return self.string(at + 1)
        if c == "{":
            return self.object(at + 1)
        if c == "[":
            return self.array(at + 1)
        for word, value in (("null", None), ("true", True), ("false", False), ("NaN", float("nan")),
                            ("Infinity", float("inf")), ("-Infinity", float("-inf"))):
            if text.startswith(word, at):
                return value, at + len(word)
        end = at + 1 if c == "-" else at
        first = end
        while text[end:end + 1] in _digits and end < len(text):
            end += 1
        if end == first:
            raise JSONDecodeError("Expecting value", text, at)
        if text[first] == "0":
            end = first + 1
        whole = end
        if text[end:end + 1] == "." and text[end + 1:end + 2] in _digits and end + 1 < len(text):
            end += 1
            while end < len(text) and text[end] in _digits:
                end += 1
        if text[end:end + 1] in ("e", "E"):
            digit = end + 2 if text[end + 1:end + 2] in ("+", "-") else end + 1
            if digit < len(text) and text[digit] in _digits:
                end = digit
                while end < len(text) and text[end] in _digits:
                    end += 1
        word = text[at:end]
        if end == whole:
            return (self.hooks.get("parse_int") or int)(word), end
        return (self.hooks.get("parse_float") or float)(word), end

    def string(self, at):
        text = self.text
        begin = at - 1
        parts = []
        while True:
            if at >= len(text):
                raise JSONDecodeError("Unterminated string starting at", text, begin)
            c = text[at]
            if c == '"':
                return "".join(parts), at + 1
            if c < " ":
                raise JSONDecodeError("Invalid control character at", text, at)
            if c != "\\":
                parts.append(c)
                at += 1
                continue
            c = text[at + 1:at + 2]
            if not c:
                raise JSONDecodeError("Unterminated string starting at", text, begin)
            if c == "u":
                code = self.code(at + 2)
                at += 6
                if 0xD800 <= code < 0xDC00 and text[at:at + 2] == "\\u":
                    low = self.code(at + 2)
                    if 0xDC00 <= low < 0xE000:
                        code = 0x10000 + ((code - 0xD800) << 10 | low - 0xDC00)
                        at += 6
                parts.append(chr(code))
            elif c in _escapes:
                parts.append(_escapes[c])
                at += 2
            else:
                raise JSONDecodeError("Invalid \\escape", text, at)

    def code(self, at):
        digits = self.text[at:at + 4]
        if len(digits) != 4 or any(c not in _hex for c in digits):
            raise JSONDecodeError("Invalid \\uXXXX escape", self.text, at - 1)
        return int(digits, 16)

    def object(self, at):
        text = self.text
        pairs = []
        at = self.blanks(at)
        if text[at:at + 1] != "}":
            while True:
                if text[at:at + 1] != '"':
                    raise JSONDecodeError("Expecting property name enclosed in double quotes", text, at)
                key, at = self.string(at + 1)
                at = self.blanks(at)
                if text[at:at + 1] != ":":
                    raise JSONDecodeError("Expecting ':' delimiter", text, at)
                value, at = self.value(self.blanks(at + 1))
                pairs.append((key, value))
                at = self.blanks(at)
                if text[at:at + 1] == "}":
                    break
                if text[at:at + 1] != ",":
                    raise JSONDecodeError("Expecting ',' delimiter", text, at)
                at = self.blanks(at + 1)
        at += 1
        if self.hooks.get("object_pairs_hook") is not None:
            return self.hooks["object_pairs_hook"](pairs), at
        made = dict(pairs)
        if self.hooks.get("object_hook") is not None:
            made = self.hooks["object_hook"](made)
        return made, at

    def array(self, at):
        text = self.text
        items = []
        at = self.blanks(at)
        if text[at:at + 1] == "]":
            return items, at + 1
        while True:
            value, at = self.value(at)
            items.append(value)
            at = self.blanks(at)
            if text[at:at + 1] == "]":
                return items, at + 1
            if text[at:at + 1] != ",":
                raise JSONDecodeError("Expecting ',' delimiter", text, at)
            at = self.blanks(at + 1)


_digits = "0123456789"
_hex = "0123456789abcdefABCDEF"
_escapes = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def loads(s, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None,
          object_pairs_hook=None, **kw):
    if not isinstance(s, str):
        raise TypeError(f"the JSON object must be str, bytes or bytearray, not {s.__class__.__name__}")
    reader = _Reader(s, {"object_hook": object_hook, "parse_float": parse_float, "parse_int": parse_int,
                         "object_pairs_hook": object_pairs_hook})
    value, end = reader.value(reader.blanks(0))
    end = reader.blanks(end)
    if end != len(s):
        raise JSONDecodeError("Extra data", s, end)
    return value
)py";

}  // namespace

NativeModule json_module() {
  return lazy_module("json", kJson);
}

}  // namespace normscope::notebook::runtime
