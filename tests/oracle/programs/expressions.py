# SPDX-License-Identifier: MIT
"""Typed expressions as text: what is drawn has the type that was asked for, and outside of `risky`
it cannot fail, so that a program goes on to its end. Numbers stay small enough to be printed."""

WORDS = ["alpha", "beta", "gamma", "eps", "mean", "norm", "scale", "shift", "Row", "Layer Norm",
         "x_1", "naïve", "μσ", "", " pad ", "a,b,c", "key=value", "tab\tin", "it's", 'say "hi"']
FLOATS = ["0.0", "0.5", "1.5", "-2.25", "3.14159", "1e-3", "1e-7", "2.5e6", "1e16", "123456.789",
          "0.1", "-0.3", "7.0", "99.95", "1 / 3", "-1e-5", "1e22", "6.02e23"]
FLOAT_SPECS = ["", ".0f", ".1f", ".2f", ".4f", "8.3f", "<9.2f", "^10.1f", ">8.2f", "+.2f", "08.3f",
               "e", ".2e", "g", ".3g", ".1%", ",.2f", "10", "+", " .3f", "*^12.2f", "=+10.1f", ".6"]
INT_SPECS = ["", "d", "4d", "<5d", "^7d", ">6", "+d", "05d", "x", "#x", "b", "#b", "o", "X", ",",
             "_", "08b", "e", ".2f", "=+6d", "*>5", " d", ".1%", "g"]
STR_SPECS = ["", "s", "10", "<8", ">8", "^9", "*^12", ".3", "6.2", "-<7", "_>4"]


class Expressions:
    """Draws expressions over the variables known so far; `names` maps a type to its variables."""

    def __init__(self, rng):
        self.rng = rng
        self.names = {}
        self.made = 0

    def pick(self, *choices):
        return self.rng.choice(choices)

    def known(self, kind):
        return self.names.setdefault(kind, [])

    def fresh(self, stem):
        """A name that no other block uses. It is known from where a block declares it."""
        self.made += 1
        return f"{stem}{self.made}"

    def declare(self, kind, name):
        self.known(kind).append(name)

    def expression(self, kind, depth=2):
        if self.known(kind) and self.rng.random() < (0.35 if depth else 0.7):
            return self.rng.choice(self.known(kind))
        return getattr(self, f"{kind}_expression")(depth)

    # Every *_expression(depth) below gives an expression of that type in parentheses, or an atom.

    def int_expression(self, depth):
        if depth <= 0:
            return str(self.rng.choice([0, 1, 2, 3, 5, 7, 10, 12, 42, 100, 255, 1000, -1, -4, -17]))
        a = lambda: self.expression("int", depth - 1)
        return self.pick(
            lambda: f"({a()} {self.pick('+', '-', '*', '&', '|', '^')} {a()})",
            lambda: f"({a()} {self.pick('//', '%')} {self.pick(2, 3, 7, -4, 10)})",
            lambda: f"({self.pick('-', '+', '~')}{a()})",
            lambda: f"(({a()}) % 7) ** {self.pick(0, 1, 2, 3)}",
            lambda: f"({a()} {self.pick('<<', '>>')} {self.pick(0, 1, 3)})",
            lambda: f"({a()} if {self.expression('bool', depth - 1)} else {a()})",
            lambda: f"len({self.expression(self.pick('str', 'ints', 'strs', 'table'), depth - 1)})",
            lambda: f"{self.pick('max', 'min')}({a()}, {a()}, {a()})",
            lambda: f"sum({self.expression('ints', depth - 1)})",
            lambda: f"abs({a()})",
            lambda: f"int({self.expression('bool', depth - 1)})",
            lambda: f"round({a()} / {self.pick(2, 3, 8)})",
            lambda: f"{self.expression('str', 0)}.count({self.pick(chr(39) + 'a' + chr(39), repr('e'))})",
            lambda: f"divmod({a()}, {self.pick(3, 5, -6)})[{self.pick(0, 1)}]",
            lambda: f"{self.expression('table', 0)}.get({self.rng.choice(WORDS)!r}, {a()})",
        )()

    def float_expression(self, depth):
        if depth <= 0:
            return f"({self.rng.choice(FLOATS)})"
        a = lambda: self.expression("float", depth - 1)
        return self.pick(
            lambda: f"({a()} {self.pick('+', '-', '*')} {a()})",
            lambda: f"({a()} {self.pick('/', '//', '%')} {self.pick(2, 0.3, -7, 1.5)})",
            lambda: f"({a()} * {self.expression('int', 0)})",
            lambda: f"({self.expression('int', depth - 1)} / {self.pick(3, 4, 7, 9.5)})",
            lambda: f"abs({a()}) ** 0.5",
            lambda: f"round({a()}, {self.pick(0, 1, 2, 3)})",
            lambda: f"math.{self.pick('floor', 'ceil')}({self.pick('2.5', '-1.2', '7.0')}) * {a()}",
            lambda: f"math.sqrt(abs({a()}))",
            lambda: f"math.{self.pick('sin', 'cos', 'tanh', 'atan')}({self.pick('0.5', '1.0', '-2.0')})",
            lambda: f"{self.pick('max', 'min')}({a()}, {a()})",
            lambda: f"float({self.expression('int', depth - 1)})",
            lambda: f"(-{a()})",
        )()

    def bool_expression(self, depth):
        if depth <= 0:
            return self.pick("True", "False")
        a = lambda kind: self.expression(kind, depth - 1)
        return self.pick(
            lambda: f"({a('int')} {self.pick('<', '<=', '>', '>=', '==', '!=')} {a('int')})",
            lambda: f"({a('int')} < {a('int')} <= {a('int')})",
            lambda: f"({a('float')} {self.pick('<', '>=', '!=')} {a('int')})",
            lambda: f"({a('bool')} {self.pick('and', 'or')} {a('bool')})",
            lambda: f"(not {a('bool')})",
            lambda: f"({a('int')} {self.pick('in', 'not in')} {a('ints')})",
            lambda: f"({self.pick(repr('a'), repr('mean'), repr(''))} in {a('str')})",
            lambda: f"{self.pick('any', 'all')}(v > 2 for v in {a('ints')})",
            lambda: f"isinstance({a(self.pick('int', 'float', 'str'))}, {self.pick('int', '(int, str)', 'float')})",
            lambda: f"{a('str')}.{self.pick('isalpha', 'isdigit', 'isupper', 'islower', 'isspace')}()",
            lambda: f"bool({a(self.pick('int', 'ints', 'str', 'table'))})",
            lambda: f"({a('ints')} {self.pick('<', '==', '>=')} {a('ints')})",
        )()

    def str_expression(self, depth):
        if depth <= 0:
            return repr(self.rng.choice(WORDS))
        a = lambda: self.expression("str", depth - 1)
        return self.pick(
            lambda: f"({a()} + {a()})",
            lambda: f"({a()} * {self.pick(0, 1, 2, 3)})",
            lambda: f"{a()}.{self.pick('upper', 'lower', 'title', 'strip', 'swapcase', 'capitalize')}()",
            lambda: f"{a()}[{self.slice_text()}]",
            lambda: f"{a()}.replace({self.pick(repr('a'), repr('m'))}, {a()})",
            lambda: f"{self.pick(repr('-'), repr(', '), repr(''))}.join({self.expression('strs', depth - 1)})",
            lambda: f"{a()}.{self.pick('center', 'ljust', 'rjust', 'zfill')}({self.pick(3, 9, 12)})",
            lambda: f"{self.pick('str', 'repr')}({self.expression(self.any_kind(), depth - 1)})",
            lambda: f"({a()} if {self.expression('bool', depth - 1)} else {a()})",
            lambda: self.fstring(depth - 1),
            lambda: f"''.join(sorted({a()}))",
            lambda: f"''.join(c for c in {a()} if c {self.pick('in', 'not in')} 'aeiou')",
        )()

    def ints_expression(self, depth):
        if depth <= 0:
            return str([self.rng.randint(-9, 30) for _ in range(self.rng.randint(1, 5))])
        a = lambda: self.expression("ints", depth - 1)
        return self.pick(
            lambda: f"[v {self.pick('+ 1', '* v', '- 3', '% 5', '// 2')} for v in {a()}]",
            lambda: f"[v for v in {a()} if v {self.pick('> 2', '% 2', '!= 5', '< 10')}]",
            lambda: f"sorted({a()}{self.pick('', ', reverse=True', ', key=lambda v: (v % 3, v)')})",
            lambda: f"({a()} + {a()})",
            lambda: f"list({self.pick(f'range({self.rng.randint(0, 7)})', f'range({self.rng.randint(5, 9)}, -3, -2)', f'reversed({a()})')})",
            lambda: f"{a()}[{self.slice_text()}]",
            lambda: f"[len(w) for w in {self.expression('strs', depth - 1)}]",
            lambda: f"[a {self.pick('*', '-', '+')} b for a, b in zip({a()}, {a()})]",
            lambda: f"list(map(lambda v: v {self.pick('* 2', '- 1', '** 2')}, {a()}))",
            lambda: f"[*{a()}, {self.expression('int', 0)}]",
            lambda: f"[i * j for i in range({self.pick(2, 3)}) for j in range(i + 1)]",
        )()

    def strs_expression(self, depth):
        if depth <= 0:
            return str(self.rng.sample(WORDS, self.rng.randint(1, 4)))
        a = lambda: self.expression("strs", depth - 1)
        return self.pick(
            lambda: f"[w.{self.pick('upper', 'strip', 'title')}() for w in {a()}]",
            lambda: f"sorted({a()}{self.pick('', ', key=len', ', reverse=True')})",
            lambda: f"{self.expression('str', depth - 1)}.split({self.pick('', repr(','), repr('a'))})",
            lambda: f"({a()} + [{self.expression('str', 0)}])",
            lambda: f"list({self.expression('str', depth - 1)})",
            lambda: f"[{self.fstring(0, 'v')} for v in {self.expression('ints', 0)}]",
            lambda: f"list({self.expression('table', depth - 1)})",
            lambda: f"{a()}[{self.slice_text()}]",
        )()

    def table_expression(self, depth):
        if depth <= 0:
            keys = self.rng.sample(WORDS, self.rng.randint(1, 3))
            return "{" + ", ".join(f"{k!r}: {self.rng.randint(-5, 20)}" for k in keys) + "}"
        a = lambda kind: self.expression(kind, depth - 1)
        return self.pick(
            lambda: f"{{w: len(w) for w in {a('strs')}}}",
            lambda: f"{{**{a('table')}, {self.rng.choice(WORDS)!r}: {a('int')}}}",
            lambda: f"dict(zip({a('strs')}, {a('ints')}))",
            lambda: f"{{k: v {self.pick('+ 1', '* 2', '// 3')} for k, v in {a('table')}.items()}}",
            lambda: f"({a('table')} | {a('table')})",
            lambda: f"dict(sorted({a('table')}.items(), key=lambda p: {self.pick('p[1]', '(-p[1], p[0])')}))",
        )()

    def any_kind(self):
        return self.pick("int", "float", "bool", "str", "ints", "strs", "table")

    def slice_text(self):
        return self.pick("1:", ":2", "-2:", ":-1", "::2", "::-1", "1:4", "3:1", "-3:-1", "2:-1:2",
                         ":")

    def fstring(self, depth, inner=None):
        """An f-string of one to three fields; `inner` names an int to show in them."""
        parts = []
        for _ in range(self.rng.randint(1, 3)):
            kind = "int" if inner else self.pick("int", "float", "str")
            value = inner or self.expression(kind, depth)
            if any(c in value for c in "\\'\"{}!:") or "lambda" in value or "#" in value:
                value = {"int": "41 + 1", "float": "2 / 3", "str": "str(12)"}[kind]
            specs = {"int": INT_SPECS, "float": FLOAT_SPECS, "str": STR_SPECS}[kind]
            spec = self.rng.choice(specs)
            conversion = self.rng.choice(["", "", "", "!r", "!s"]) if kind == "str" else ""
            equal = self.rng.choice(["", "", "", "=", " = "])
            parts.append("{" + value + equal + conversion + (f":{spec}" if spec else "") + "}")
            parts.append(self.pick("", " ", "|", " and ", "{{}}", "%"))
        return 'f"' + self.pick("", "value ", "-> ") + "".join(parts) + '"'

    def risky(self):
        """An expression that may well raise."""
        a = self.expression
        return self.pick(
            lambda: f"{a('int')} {self.pick('//', '%', '/')} {a('int')}",
            lambda: f"{a('ints')}[{a('int', 1)}]",
            lambda: f"{a('table')}[{self.rng.choice(WORDS)!r}]",
            lambda: f"int({a('str')})",
            lambda: f"float({a('str')})",
            lambda: f"{a('str')} + {a(self.pick('int', 'ints', 'float'))}",
            lambda: f"{a(self.pick('int', 'str', 'ints'))} {self.pick('+', '-', '*', '<', '@')} {a(self.any_kind())}",
            lambda: f"{a('ints')}.index({a('int', 1)})",
            lambda: f"{a('ints')}.{self.pick('pop()', 'missing', 'remove(3)', 'upper()')}",
            lambda: f"{a('str')}.index({self.pick(repr('a'), repr('norm'))})",
            lambda: f"{self.pick('len', 'sum', 'abs', 'sorted', 'list', 'max', 'tuple')}({a(self.any_kind())})",
            lambda: f"{{{a(self.pick('ints', 'int', 'str'))}: 1}}",
            lambda: f"not_defined_{self.rng.randint(1, 9)}",
            lambda: f"format({a(self.any_kind())}, {self.pick(repr('d'), repr('.2f'), repr('>8'), repr('x'))})",
            lambda: f"(lambda a, b=2: a * b)({self.pick('', '3', '3, 4', '1, 2, 3', 'b=1', 'a=1, c=2')})",
            lambda: f"None{self.pick('.shape', '[0]', '()', ' + 1', ' < 1')}",
            lambda: f"{a('float')} {self.pick('/', '//', '%', '**')} {self.pick('0', '0.0', '2', '-1')}",
            lambda: f"'%d %s' % {self.pick('(1, 2)', '1', repr('ab'), '(1,)', '(1, 2, 3)')}",
            lambda: f"math.{self.pick('sqrt(-1)', 'log(0)', 'exp(1000)', 'factorial(-1)', 'sqrt(2)', 'nope')}",
            lambda: f"{a(self.pick('int', 'float', 'bool'))}{self.pick('()', '[0]', '.name')}",
        )()
