double = lambda x: x * 2
add = lambda a, b=10, *rest, **named: a + b + sum(rest) + len(named)
print(double(4), double("ab"), add(1), add(1, 2), add(1, 2, 3, 4, k=5))
print((lambda: "no arguments")(), (lambda *a: a)(1, 2), (lambda **k: k)(x=1))
compose = lambda f, g: lambda x: f(g(x))
print(compose(double, lambda x: x + 1)(5))
sign = lambda x: "negative" if x < 0 else "zero" if x == 0 else "positive"
print([sign(v) for v in (-2, 0, 3)])
print(sorted([(1, "b"), (1, "a"), (0, "c")], key=lambda p: (p[0], p[1])))
print(list(map(lambda x, y: x + y, [1, 2], [3, 4])), list(filter(lambda v: v % 2, range(6))))
table = {"relu": lambda x: max(0, x), "square": lambda x: x ** 2}
for name, fn in table.items():
    print(name, fn(-3), fn(3))
print((lambda x: (lambda y: x + y))(1)(2), (1 if [] else 2) + 1, 1 if "" else 2 + 1)
