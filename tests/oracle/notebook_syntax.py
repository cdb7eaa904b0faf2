# SPDX-License-Identifier: MIT
"""Writes what Python 3.11 makes of programs: their trees, and what it says of those that are none.

    /usr/bin/python3 notebook_syntax.py OUTPUT_FOLDER [--full N] [--ranges]

reads right.txt and wrong.txt of tests/data/notebook_syntax and writes
    trees.json   programs and their trees, in the form of tests/app/notebook/syntax/dump.hpp
    errors.json  wrong programs and their errors: type, message, line, columns, the line shown; and what
                 traceback draws of it
    full.json    N programs (default 4000), made by breaking right ones, with trees or errors; not
                 committed, read by the test program from $NORMSCOPE_ORACLE_DIR/notebook_syntax
--ranges writes app/notebook/syntax/identifier_ranges.hpp and printable_ranges.hpp instead.
"""
import argparse
import ast
import io
import json
import os
import random
import struct
import sys
import tempfile
import tokenize
import traceback
import warnings

warnings.simplefilter("ignore")

FILE = tempfile.NamedTemporaryFile(suffix=".py")
PROGRAMS = os.path.join(os.path.dirname(__file__), "..", "data", "notebook_syntax")

SYMBOLS = {
    "Add": "+", "Sub": "-", "Mult": "*", "MatMult": "@", "Div": "/", "FloorDiv": "//", "Mod": "%",
    "Pow": "**", "LShift": "<<", "RShift": ">>", "BitAnd": "&", "BitOr": "|", "BitXor": "^",
    "USub": "-", "UAdd": "+", "Invert": "~", "Not": "not", "And": "and", "Or": "or", "Eq": "==",
    "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=", "Is": "is", "IsNot": "is not",
    "In": "in", "NotIn": "not in",
}


def symbol(op):
    return SYMBOLS[type(op).__name__]


def quoted(text):
    plain = "".join(c if " " <= c <= "~" and c not in '"\\' else f"\\{ord(c):x};" for c in text)
    return f'"{plain}"'


def place(node):
    return f"{node.lineno}:{node.col_offset}-{node.end_lineno}:{node.end_col_offset}"


def bracketed(items):
    return "[" + " ".join(items) + "]"


class Dumper:
    """Python's tree in our form."""

    def __init__(self, source):
        self.lines = source.split("\n")

    def node(self, kind, node, *parts):
        return "(" + " ".join([kind, place(node), *parts]) + ")"

    def body(self, statements):
        return bracketed("\n" + self.statement(s) for s in statements)

    def all(self, expressions):
        return bracketed(self.expr(e) for e in expressions)

    def name(self, name):
        return quoted(name) if name else "-"

    def integer(self, node):
        line = self.lines[node.lineno - 1].encode()
        text = line[node.col_offset:node.end_col_offset].decode("utf-8", "replace").replace("_", "")
        base = {"0x": 16, "0o": 8, "0b": 2}.get(text[:2].lower(), 10)
        digits = text.lower()[2:] if base != 10 else str(node.value)
        return self.node("Int", node, str(base), digits.lstrip("0") or "0")

    def constant(self, node):
        value = node.value
        if value is None or value is True or value is False or value is Ellipsis:
            return self.node("Ellipsis" if value is Ellipsis else str(value), node)
        if isinstance(value, int):
            return self.integer(node)
        if isinstance(value, float):
            return self.node("Float", node, struct.pack(">d", value).hex())
        assert isinstance(value, str), value
        return self.node("Str", node, quoted(value))

    def parts(self, node):
        result = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                result.append(quoted(part.value))
            else:
                conversion = "-" if part.conversion == -1 else chr(part.conversion)
                spec = "-" if part.format_spec is None else self.parts(part.format_spec)
                result.append(f"(Field {self.expr(part.value)} {conversion} {spec})")
        return bracketed(result)

    def arg(self, arg, default=None):
        if arg is None:
            return "-"
        return self.node("arg", arg, quoted(arg.arg), self.expr(arg.annotation), self.expr(default))

    def arguments(self, args):
        both = args.posonlyargs + args.args
        defaults = [None] * (len(both) - len(args.defaults)) + args.defaults
        shown = [self.arg(a, d) for a, d in zip(both, defaults)]
        count = len(args.posonlyargs)
        only = bracketed(self.arg(a, d) for a, d in zip(args.kwonlyargs, args.kw_defaults))
        return (f"({bracketed(shown[:count])} {bracketed(shown[count:])} {self.arg(args.vararg)} "
                f"{only} {self.arg(args.kwarg)})")

    def keywords(self, keywords):
        return bracketed(self.node("keyword", k, quoted(k.arg) if k.arg else "-", self.expr(k.value))
                         for k in keywords)

    def clauses(self, generators):
        return bracketed(f"(for {self.expr(g.target)} {self.expr(g.iter)} {self.all(g.ifs)})"
                         for g in generators)

    def expr(self, n):
        if n is None:
            return "-"
        kind = type(n).__name__
        if kind == "Constant":
            return self.constant(n)
        if kind == "JoinedStr":
            return self.node("FString", n, self.parts(n))
        if kind == "Name":
            return self.node(kind, n, quoted(n.id))
        if kind in ("Tuple", "List", "Set"):
            return self.node(kind, n, self.all(n.elts))
        if kind == "Dict":
            items = (f"{self.expr(k)}={self.expr(v)}" for k, v in zip(n.keys, n.values))
            return self.node(kind, n, bracketed(items))
        if kind == "UnaryOp":
            return self.node("Unary", n, symbol(n.op), self.expr(n.operand))
        if kind == "BinOp":
            return self.node("Binary", n, symbol(n.op), self.expr(n.left), self.expr(n.right))
        if kind == "BoolOp":
            return self.node(kind, n, symbol(n.op), self.all(n.values))
        if kind == "Compare":
            ops = ",".join(symbol(op) for op in n.ops)
            return self.node(kind, n, self.expr(n.left), ops, self.all(n.comparators))
        if kind == "IfExp":
            return self.node(kind, n, self.expr(n.test), self.expr(n.body), self.expr(n.orelse))
        if kind == "Lambda":
            return self.node(kind, n, self.arguments(n.args), self.expr(n.body),
                             "yields" if yields([n.body]) else "-")
        if kind == "Call":
            return self.node(kind, n, self.expr(n.func), self.all(n.args), self.keywords(n.keywords))
        if kind == "Attribute":
            return self.node(kind, n, self.expr(n.value), quoted(n.attr))
        if kind == "Subscript":
            return self.node(kind, n, self.expr(n.value), self.expr(n.slice))
        if kind == "Slice":
            return self.node(kind, n, self.expr(n.lower), self.expr(n.upper), self.expr(n.step))
        if kind in ("Starred", "Yield", "YieldFrom"):
            return self.node(kind, n, self.expr(n.value))
        if kind == "NamedExpr":
            return self.node(kind, n, place(n.target), quoted(n.target.id), self.expr(n.value))
        if kind == "DictComp":
            return self.node(kind, n, self.expr(n.key), self.expr(n.value),
                             self.clauses(n.generators))
        assert kind in ("ListComp", "SetComp", "GeneratorExp"), kind
        return self.node(kind, n, self.expr(n.elt), "-", self.clauses(n.generators))

    def branches(self, n):
        """An `if` with its `elif`s; a plain `if` alone in an `else` block begins behind the `else`."""
        result = [n]
        while len(n.orelse) == 1 and isinstance(n.orelse[0], ast.If):
            inner = n.orelse[0]
            line = self.lines[inner.lineno - 1].encode()[inner.col_offset:]
            if not line.startswith(b"elif"):
                break
            result.append(inner)
            n = inner
        shown = bracketed(self.node("Branch", b, self.expr(b.test), self.body(b.body))
                          for b in result)
        return shown, self.body(n.orelse)

    def statement(self, n):
        kind = type(n).__name__
        if kind in ("Expr", "Return"):
            return self.node(kind, n, self.expr(n.value))
        if kind == "Assign":
            return self.node(kind, n, self.all(n.targets), self.expr(n.value))
        if kind == "AugAssign":
            return self.node(kind, n, self.expr(n.target), symbol(n.op), self.expr(n.value))
        if kind == "AnnAssign":
            return self.node(kind, n, self.expr(n.target), self.expr(n.annotation),
                             self.expr(n.value), str(n.simple))
        if kind == "Delete":
            return self.node(kind, n, self.all(n.targets))
        if kind == "Raise":
            return self.node(kind, n, self.expr(n.exc), self.expr(n.cause))
        if kind == "Assert":
            return self.node(kind, n, self.expr(n.test), self.expr(n.msg))
        if kind in ("Pass", "Break", "Continue"):
            return self.node(kind, n)
        if kind in ("Global", "Nonlocal"):
            return self.node(kind, n, bracketed(quoted(name) for name in n.names))
        if kind in ("Import", "ImportFrom"):
            names = bracketed(self.node("alias", a, quoted(a.name), self.name(a.asname))
                              for a in n.names)
            if kind == "Import":
                return self.node(kind, n, names)
            return self.node(kind, n, self.name(n.module), str(n.level), names)
        if kind == "If":
            return self.node(kind, n, *self.branches(n))
        if kind == "While":
            return self.node(kind, n, self.expr(n.test), self.body(n.body), self.body(n.orelse))
        if kind == "For":
            return self.node(kind, n, self.expr(n.target), self.expr(n.iter), self.body(n.body),
                             self.body(n.orelse))
        if kind == "With":
            items = bracketed(f"{self.expr(i.context_expr)}={self.expr(i.optional_vars)}"
                              for i in n.items)
            return self.node(kind, n, items, self.body(n.body))
        if kind == "Try":
            handlers = bracketed(
                self.node("Handler", h, self.expr(h.type), self.name(h.name), self.body(h.body))
                for h in n.handlers)
            return self.node(kind, n, self.body(n.body), handlers, self.body(n.orelse),
                             self.body(n.finalbody))
        if kind == "FunctionDef":
            return self.node(kind, n, quoted(n.name), self.arguments(n.args), self.body(n.body),
                             self.all(n.decorator_list), self.expr(n.returns),
                             "yields" if yields(n.body) else "-")
        assert kind == "ClassDef", kind
        return self.node(kind, n, quoted(n.name), self.all(n.bases), self.keywords(n.keywords),
                         self.body(n.body), self.all(n.decorator_list))


def yields(nodes):
    """Whether a yield stands in these, outside of functions of their own."""
    for node in nodes:
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        inner = list(ast.iter_child_nodes(node))
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            args = node.args
            outer = args.defaults + [d for d in args.kw_defaults if d]
            inner = outer + getattr(node, "decorator_list", [])
        if yields(inner):
            return True
    return False


def dump(source):
    dumper = Dumper(source)
    return "".join(dumper.statement(s) + "\n" for s in ast.parse(source).body)


def drawn(error):
    """What python3 shows of it, without the line that names the file."""
    lines = "".join(traceback.format_exception_only(type(error), error)).splitlines(keepends=True)
    return "".join(lines[1:]) if lines[0].lstrip().startswith("File ") else "".join(lines)


def judged(source):
    """A case: a program with its tree or its error. Python shows lines from the file."""
    with open(FILE.name, "w", encoding="utf-8", errors="surrogatepass", newline="") as file:
        file.write(source)
    try:
        compile(source, FILE.name, "exec")
    except SyntaxError as error:
        return {"source": source, "type": type(error).__name__, "message": error.msg,
                "place": [error.lineno, error.offset, error.end_lineno, error.end_offset],
                "text": error.text, "drawn": drawn(error)}
    except (RecursionError, ValueError, MemoryError, OverflowError):
        return None
    return {"source": source, "tree": dump(source)}


def unsupported(source):
    """Whether it holds what the engine leaves out."""
    try:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, (ast.AsyncFunctionDef, ast.Await, ast.AsyncFor, ast.AsyncWith,
                                 ast.Match, ast.TryStar)):
                return True
            if isinstance(node, ast.Constant) and isinstance(node.value, (bytes, complex)):
                return True
            if isinstance(node, ast.comprehension) and node.is_async:
                return True
    except (SyntaxError, ValueError):
        pass
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.string in ("async", "await", "match", "case") or "\\N" in token.string:
                return True
            if token.type == tokenize.NUMBER and token.string[-1] in "jJ":
                return True
            if token.type == tokenize.STRING and "b" in token.string.split(token.string[-1])[0].lower():
                return True
    except (tokenize.TokenError, IndentationError, SyntaxError):
        return any(word in source for word in ("async", "await", "match", "\\N", "b'", 'b"', "j"))
    return False


WORDS = ["x", "y", "f", "1", "2.5", "'s'", "f'{x}'", "None", "True", "...", "(", ")", "[", "]", "{", "}",
         ",", ":", ";", ".", "->", ":=", "=", "+", "-", "*", "**", "/", "//", "%", "@", "<<", "&", "|",
         "^", "~", "==", "!=", "<", ">=", "+=", "-=", "@=", "and", "as", "assert", "break", "class",
         "continue", "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if",
         "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try",
         "while", "with", "yield", "print", "!", "?", "$", "'", "\n", "\n    ", "\t", "\\", "#"]


def pieces(source):
    """A program cut into words, blanks kept."""
    result = []
    for line in source.splitlines(keepends=True):
        indent = len(line) - len(line.lstrip())
        result.append(line[:indent])
        word = ""
        for c in line[indent:]:
            if word and not (word[-1].isalnum() and c.isalnum()):
                result.append(word)
                word = ""
            word += c
        result.append(word)
    return result


def broken(choose, source):
    """A program with one to three of its words dropped, doubled, swapped, replaced or joined by another."""
    words = pieces(source)
    for _ in range(choose.choice([1, 1, 1, 2, 3])):
        at = choose.randrange(len(words))
        kind = choose.randrange(5)
        if kind == 0:
            del words[at]
        elif kind == 1:
            words.insert(at, " " + choose.choice(WORDS) + " ")
        elif kind == 2:
            words[at] = choose.choice(WORDS)
        elif kind == 3 and at + 1 < len(words):
            words[at], words[at + 1] = words[at + 1], words[at]
        else:
            words.insert(at, words[at])
        if not words:
            words = ["x"]
    return "".join(words)


def programs(name):
    """The programs of a file, which lines of four dashes separate."""
    with open(os.path.join(PROGRAMS, name), encoding="utf-8") as file:
        return file.read().split("----\n")


def full(count):
    choose = random.Random(20)
    right = programs("right.txt")
    cases = []
    while len(cases) < count:
        source = broken(choose, choose.choice(right))
        if unsupported(source):
            continue
        case = judged(source)
        if case is not None:
            cases.append(case)
    return cases


def ranges(holds):
    result = []
    for c in filter(lambda c: holds(chr(c)), range(0x80, 0x110000)):
        if result and result[-1][1] == c - 1:
            result[-1] = (result[-1][0], c)
        else:
            result.append((c, c))
    return result


def table(name, pairs):
    lines = [f"inline constexpr std::array<Range, {len(pairs)}> {name} = {{{{"]
    line = "   "
    for first, last in pairs:
        word = f" {{0x{first:x}, 0x{last:x}}},"
        if len(line) + len(word) > 100:
            lines.append(line)
            line = "   "
        line += word
    return "\n".join(lines + [line, "}};"]) + "\n"


RANGES_HEAD = """// SPDX-License-Identifier: MIT
// Ranges of characters above ASCII as Unicode 14 has them, made by tests/oracle/notebook_syntax.py
// with `str.isidentifier` and `str.isprintable` of Python 3.11.
#pragma once

#include <array>
"""


def write_ranges(folder):
    opening = "\nnamespace normscope::notebook::syntax {\n\n"
    closing = "// clang-format on\n\n}  // namespace normscope::notebook::syntax\n"
    starts = ranges(str.isidentifier)
    rest = ranges(lambda c: ("a" + c).isidentifier() and not c.isidentifier())
    hidden = ranges(lambda c: not c.isprintable())
    with open(os.path.join(folder, "identifier_ranges.hpp"), "w", encoding="ascii") as file:
        file.write(RANGES_HEAD + opening + "struct Range {\n  char32_t first;\n  char32_t last;\n};\n\n"
                   "// clang-format off\n// What an identifier may begin with.\n"
                   + table("kIdentifierStarts", starts) + "// What it may also go on with.\n"
                   + table("kIdentifierContinues", rest) + closing)
    with open(os.path.join(folder, "printable_ranges.hpp"), "w", encoding="ascii") as file:
        file.write(RANGES_HEAD + '\n#include "app/notebook/syntax/identifier_ranges.hpp"\n' + opening
                   + "// clang-format off\n// What repr escapes.\n" + table("kUnprintable", hidden)
                   + closing)


def write(folder, name, cases):
    with open(os.path.join(folder, name), "w", encoding="ascii") as file:
        json.dump({"python": ".".join(map(str, sys.version_info[:2])), "cases": cases}, file, indent=0)
        file.write("\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--full", type=int, default=4000)
    parser.add_argument("--ranges", action="store_true")
    arguments = parser.parse_args()
    if arguments.ranges:
        write_ranges(arguments.folder)
        return
    trees = [judged(source) for source in programs("right.txt")]
    for case in trees:
        assert "tree" in case, case
    errors = [judged(source) for source in programs("wrong.txt")]
    for case in errors:
        assert "type" in case, case
    write(arguments.folder, "trees.json", trees)
    write(arguments.folder, "errors.json", errors)
    if arguments.full:
        write(arguments.folder, "full.json", full(arguments.full))


if __name__ == "__main__":
    main()
