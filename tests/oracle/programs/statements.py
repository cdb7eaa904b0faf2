# SPDX-License-Identifier: MIT
"""Blocks of statements as lists of lines. Each block prints what it did, and declares names that
later blocks use."""
from .expressions import WORDS, Expressions

EXCEPTIONS = ["Exception", "(TypeError, ValueError)", "ZeroDivisionError", "LookupError",
              "KeyError",
              "ArithmeticError", "AttributeError", "NameError"]


def indent(lines, by=4):
    return [" " * by + line if line else line for line in lines]


class Statements(Expressions):
    KINDS = ["assign", "show", "branch", "count", "search", "loop_while", "function", "closure",
             "generator", "hierarchy", "operators", "attempt", "unpack", "edit_list", "edit_table",
             "sets", "text", "context", "decorate", "augment", "walrus", "nested", "formats",
             "scopes", "recursion", "sorting"]

    def block(self):
        return getattr(self, self.rng.choice(self.KINDS))()

    def values(self, count=3):
        return ", ".join(self.expression(self.any_kind()) for _ in range(self.rng.randint(1, count)))

    def show(self):
        ends = self.pick("", "", "", ", sep='|'", ", end='.\\n'", ", sep=''")
        return [f"print({self.values()}{ends})"]

    def assign(self):
        kind = self.any_kind()
        value, name = self.expression(kind, 3), self.fresh(kind[0])
        self.declare(kind, name)
        return [f"{name} = {value}",
                f"print({self.pick(name, f'repr({name})', f'[{name}]', f'type({name}), {name}')})"]

    def branch(self):
        lines = [f"if {self.expression('bool')}:", f"    print('first', {self.values(2)})"]
        if self.rng.random() < 0.5:
            lines += [f"elif {self.expression('bool')}:", *indent(self.show())]
        return lines + ["else:", *indent(self.show())]

    def count(self):
        name = self.pick("i", "k", "item")
        source = self.pick(f"range({self.rng.randint(1, 6)})", self.expression("ints"),
                           f"enumerate({self.expression('strs')})",
                           f"zip({self.expression('ints')}, {self.expression('strs')})",
                           f"{self.expression('table')}.items()", self.expression("str", 1))
        body = self.pick([f"print({name})"], [f"print({name}, {self.expression('int')}, end=';')"],
                         [f"if {self.expression('bool')}:", "    continue",
                          f"print('<', {name}, '>')"],
                         [f"if str({name}) > 'b':", f"    print('stop', {name})", "    break"])
        lines = [f"for {name} in {source}:", *indent(body)]
        if self.rng.random() < 0.4:
            lines += ["else:", "    print('else')"]
        return lines + ["print()"]

    def search(self):
        n = self.rng.randint(3, 12)
        return [f"for n in range(2, {n}):", "    for d in range(2, n):",
                f"        if n % d == {self.pick(0, 1)}:",
                f"            print(n, '=', d, '*', n {self.pick('//', '/')} d)",
                "            break",
                "    else:", "        print(n, 'ends')"]

    def loop_while(self):
        start, step = self.rng.randint(5, 40), self.rng.randint(1, 7)
        return [f"n, rounds = {start}, 0", f"while n > {self.rng.randint(0, 4)}:",
                "    rounds += 1",
                f"    n = {self.pick(f'n - {step}', 'n // 2', '3 * n // 5')}",
                f"    if n % {self.rng.randint(2, 5)} == 0:",
                f"        {self.pick('continue', 'break', 'print(n)')}",
                f"    print(rounds, n, {self.expression('float', 1)})",
                *self.pick([], ["else:", "    print('ran out', n)"])]

    def function(self):
        name = self.fresh("f")
        a, b = self.expression("int", 1), self.expression("float", 1)
        body = self.pick([f"    return x {self.pick('+', '*', '-')} y"],
                         ["    return x, y, args, options"],
                         ["    if x:", "        return sorted(options)", "    return [y] * 2"],
                         ["    total = x", "    for v in args:", "        total += v",
                          "    return total, len(options)"])
        calls = self.rng.sample([f"{name}({a})", f"{name}({a}, {b})",
                                 f"{name}(1, 2, 3, 4, key={a})",
                                 f"{name}(y=1, x={a})", f"{name}(*[1, 2, 3], **{{'z': 4}})",
                                 f"{name}(x=2, w='w')"], 3)
        return [f"def {name}(x{self.pick('', ': int')}, y={b}, *args, **options):",
                f'    """Makes something of {a}."""',
                *body, "", "", *(f"print({c})" for c in calls),
                f"print({name}.__name__, {name}.__doc__)"]

    def closure(self):
        return ["def make(step, start=0):", "    state = start", "", "    def advance(by=1):",
                "        nonlocal state",
                f"        state = state {self.pick('+', '-', '*')} step + by",
                "        return state", "",
                "    return advance", "", "",
                f"a, b = make({self.expression('int', 0)}), make(3, {self.rng.randint(1, 9)})",
                "print(a(), a(2), b(), a(by=5), b(0))",
                f"adders = [lambda v{self.pick('', ', k=k')}: v + k for k in range(3)]",
                "print([f(10) for f in adders])"]

    def generator(self):
        return ["def produce(limit):", "    print('started')", "    for i in range(limit):",
                f"        if i == {self.rng.randint(0, 5)}:",
                f"            {self.pick('continue', 'return', 'yield -1')}",
                f"        yield {self.pick('i * i', 'str(i)', '(i, i + 1)', 'i / 2')}",
                *self.pick([], ["    yield from 'ab'"], ["    print('finished')"]), "", "",
                f"print(list(produce({self.rng.randint(0, 6)})))",
                f"g = produce({self.rng.randint(1, 4)})",
                "print(next(g, 'none'), next(g, 'none'), next(g, 'none'))",
                f"print({self.pick('sum', 'max', 'list', 'tuple')}(v * 2 for v in {self.expression('ints', 0)}))"]

    def hierarchy(self):
        base, child = self.pick(("Layer", "Norm"), ("Animal", "Dog"), ("Shape", "Square"))
        size = self.rng.randint(1, 9)
        return [f"class {base}:", f"    kind = {self.rng.choice(WORDS)!r}", "    made = 0", "",
                f"    def __init__(self, size={size}):", "        self.size = size",
                f"        {base}.made += 1", "",
                "    def describe(self, *extra):",
                "        return f'{type(self).__name__} {self.size} {self.kind}' + ''.join(map(str, extra))",
                "", "    @property", "    def double(self):", "        return self.size * 2", "",
                "    @staticmethod",
                "    def helper(v):", f"        return v {self.pick('+ 1', '* 3', '** 2')}", "",
                "    @classmethod",
                "    def default(cls):", f"        return cls({self.rng.randint(2, 5)})", "", "",
                f"class {child}({base}):", f"    kind = {self.expression('str', 0)}", "",
                "    def describe(self, *extra):",
                f"        return 'sub ' + super().describe({self.pick('', '*extra', '1, 2')})", "",
                "",
                f"for thing in ({base}(), {child}({size + 1}), {child}.default()):",
                f"    print(thing.describe({self.pick('', '0', repr('!'))}), thing.double, thing.helper(3), isinstance(thing, {child}))",
                f"print({base}.made, {child}.__mro__[1].__name__, hasattr({child}, 'size'), {child}.kind)"]

    def operators(self):
        return ["class Pair:", "    def __init__(self, a, b):", "        self.a, self.b = a, b", "",
                "    def __repr__(self):", "        return f'Pair({self.a!r}, {self.b!r})'", "",
                "    def __add__(self, other):",
                "        if not isinstance(other, Pair):", "            return NotImplemented",
                f"        return Pair(self.a + other.a, self.b {self.pick('+', '-', '*')} other.b)",
                "",
                "    def __eq__(self, other):",
                "        return (self.a, self.b) == (other.a, other.b)", "",
                "    def __lt__(self, other):", "        return self.a < other.a", "",
                "    def __getitem__(self, i):",
                "        return (self.a, self.b)[i]", "", "    def __len__(self):",
                "        return 2", "", "",
                f"p, q = Pair({self.expression('int', 0)}, {self.expression('float', 0)}), Pair(2, 0.5)",
                "print(p, p + q, p == q, p != q, sorted([p, q]), len(p), p[0], [*q], max(p, q), p[-1], 2 in q)",
                "try:", f"    print({self.pick('p + 1', '1 + p', 'p * 2', 'p[5]', 'p < 3', 'p.c', 'p()')})",
                "except Exception as error:", "    print(type(error).__name__, error)"]

    def attempt(self):
        lines = ["try:", f"    print({self.risky()})",
                 f"except {self.rng.choice(EXCEPTIONS[1:])} as error:",
                 "    print('expected', type(error).__name__, error)", "except Exception as error:",
                 "    print('other', repr(error))"]
        if self.rng.random() < 0.4:
            lines += ["else:", "    print('fine')"]
        if self.rng.random() < 0.4:
            lines += ["finally:", f"    print('finally', {self.expression('int', 1)})"]
        return lines

    def unpack(self):
        ints = self.expression("ints", 0)
        return [f"first, *rest = {ints}", "print(first, rest)",
                f"(x, y), z = ({self.expression('int', 1)}, {self.expression('str', 1)}), {self.expression('float', 1)}",
                "x, y = y, x", "print(x, y, z)", f"*head, last = {self.expression('strs', 0)}",
                "print(head, last, sep=' / ')",
                f"print(*{ints}, *{self.expression('strs', 0)}, sep='{self.pick(', ', '-', '')}')",
                f"for i, (a, b) in enumerate(zip({ints}, 'xyz')):", "    print(i, a, b)"]

    def edit_list(self):
        name = self.fresh("v")
        edits = [f"{name}.append({self.expression('int', 1)})",
                 f"{name}.extend({self.expression('ints', 1)})",
                 f"{name}.insert({self.pick(0, 1, -1, 99)}, {self.rng.randint(1, 9)})",
                 f"{name}.sort({self.pick('', 'reverse=True', 'key=abs')})",
                 f"{name}.reverse()", f"{name}[1:2] = {self.expression('ints', 0)}",
                 f"{name} += [{self.rng.randint(0, 9)}] * 2",
                 f"{name}[-1] = {self.expression('int', 1)}", f"{name} = {name} * 2",
                 f"del {name}[0]"]
        start = self.expression("ints", 0)
        self.declare("ints", name)
        return [f"{name} = {start} + [4, 4]", *self.rng.sample(edits, 4),
                f"print({name}, {name}.count(4), len({name}), {name}[{self.slice_text()}])"]

    def edit_table(self):
        name = self.fresh("d")
        edits = [f"{name}[{self.rng.choice(WORDS)!r}] = {self.expression('int', 1)}",
                 f"{name}.update({self.expression('table', 1)})",
                 f"{name}.setdefault('new', {self.rng.randint(1, 9)})",
                 f"{name}.pop({self.rng.choice(WORDS)!r}, None)",
                 f"{name}['n'] = {name}.get('n', 0) + 1",
                 f"{name} = {{k: v for k, v in {name}.items() if v != 3}}"]
        start = self.expression("table", 0)
        self.declare("table", name)
        return [f"{name} = {start}", *self.rng.sample(edits, 3),
                f"print({name}, len({name}), sorted({name}), {self.rng.choice(WORDS)!r} in {name})",
                f"for k, v in sorted({name}.items()):", "    print(repr(k), v, sep=': ', end='; ')",
                "print()"]

    def sets(self):
        return [f"s, t = set({self.expression('ints', 1)}), {{1, 2, 3, {self.rng.randint(4, 9)}}}",
                "print(sorted(s | t), sorted(s & t), sorted(s - t), sorted(s ^ t), len(s), s <= t, s.isdisjoint(t))",
                f"s.add({self.rng.randint(0, 9)})", f"t.discard({self.rng.randint(0, 9)})",
                "print(sorted(s), sorted(t), 2 in t, max(t), sum(t))"]

    def text(self):
        value, name = self.expression("str", 3), self.fresh("s")
        self.declare("str", name)
        return [f"{name} = {value}",
                f"print(repr({name}), len({name}), {name}.split({self.pick('', repr('a'))}), {name}.find('a'), {name}.startswith({name}[:2]))",
                f"print({name}.{self.pick('partition', 'rpartition')}('m'), {name}[{self.slice_text()}], sorted(set({name}))[:4], {name}.{self.pick('isalnum', 'istitle', 'isidentifier')}())"]

    def formats(self):
        return [f"print({self.fstring(2)})", f"print({self.fstring(1)}, {self.fstring(1)})",
                f"print('{{:{self.pick('>6', '<6', '^8')}}}|{{!r}}'.format({self.expression('int', 1)}, {self.expression('str', 0)}))",
                f"print('{self.pick('%d', '%5d', '%-4d|', '%x', '%05d')} %s %{self.pick('.2f', '8.3f', 'e', 'g', '+.1f')}' % ({self.expression('int', 1)}, {self.expression('str', 0)}, {self.expression('float', 1)}))"]

    def context(self):
        return ["class Guard:", "    def __enter__(self):", "        print('enter')",
                f"        return {self.expression('int', 1)}", "",
                "    def __exit__(self, kind, value, trace):",
                "        print('exit', kind and kind.__name__, value)",
                f"        return {self.pick('True', 'True', 'kind is not KeyboardInterrupt')}", "",
                "", "with Guard() as g:", "    print('inside', g)",
                f"    print({self.risky()})", "print('after')"]

    def decorate(self):
        return ["def traced(f):", "    def inner(*args, **kwargs):",
                "        out = f(*args, **kwargs)",
                "        print(f.__name__, args, kwargs, '->', out)", "        return out",
                "    return inner", "", "", "@traced",
                f"def combine(a, b={self.expression('int', 0)}, *, c=1):",
                f"    return a {self.pick('+', '*', '-')} b * c", "", "",
                f"combine({self.expression('int', 1)})",
                f"combine(1, 2, c={self.expression('int', 0)})",
                "print(combine(b=2, a=3), combine.__name__)"]

    def augment(self):
        value, name = self.expression("int", 1), self.fresh("n")
        self.declare("int", name)
        return [f"{name} = {value}",
                *(f"{name} {op}= {self.rng.randint(1, 6)}" for op in self.rng.sample(["+", "-", "*",
                                                                                      "//", "%",
                                                                                      "|", "&", "^",
                                                                                      "<<", ">>"],
                                                                                      4)),
                f"print({name})", f"w = {self.expression('float', 1)}",
                f"w {self.pick('+', '-', '*', '/')}= {self.pick(2, 0.1, 3.5)}", "print(w)"]

    def walrus(self):
        return [f"if (n := {self.expression('int')}) > {self.rng.randint(0, 20)}:",
                "    print('large', n)", "else:", "    print('small', n)",
                f"print([h for v in {self.expression('ints', 0)} if (h := v // 2) > 1], (m := 5) * m)"]

    def nested(self):
        return [f"grid = [[i {self.pick('*', '+', '-')} j for j in range({self.pick(2, 3)})] for i in range({self.pick(2, 3)})]",
                "print(grid, [list(c) for c in zip(*grid)], sum(map(sum, grid)))",
                f"grid[0][{self.pick(0, 1, -1)}] = {self.expression('str', 0)}",
                "for row in grid:", "    print(*row, sep='\\t')",
                f"data = {{'a': [1, {{'b': ({self.expression('int', 1)}, None)}}], 'c': {self.expression('table', 0)}}}", "print(data, data['a'][1]['b'][0])"]

    def scopes(self):
        return [f"level = {self.expression('int', 1)}", "", "", "def shadow():",
                f"    {self.pick('level = 99', 'global level; level += 1', 'print(level)')}",
                "    return 'done'", "", "",
                "print(shadow(), level)", "for level in range(2): pass",
                "print(level, [level for level in 'ab'], level)"]

    def recursion(self):
        return ["def walk(n, path=()):", "    if n <= 1:", "        return [path]",
                f"    return walk(n - {self.pick(1, 2)}, path + (n,)) + walk(n // 2, path + ({self.pick('-n', repr('half'))},))", "", "", f"print(walk({self.rng.randint(2, 6)}))"]

    def sorting(self):
        return [f"pairs = list(zip({self.expression('ints', 0)}, {self.expression('strs', 0)}))",
                f"print(sorted(pairs), sorted(pairs, key=lambda p: {self.pick('p[1]', '-p[0]', '(len(p[1]), p[0])')}), min(pairs), max(pairs, key=lambda p: p[0]))",
                f"print(sorted({self.expression('strs', 1)}, key={self.pick('len', 'str.lower', 'lambda w: w[::-1]')}), list(filter(None, {self.expression('ints', 1)})))"]
