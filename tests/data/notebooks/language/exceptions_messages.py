tests = [
    lambda: 1 / 0, lambda: 1 // 0, lambda: 1 % 0, lambda: 1.0 / 0, lambda: 0 ** -1, lambda: 1.5 % 0,
    lambda: [1][3], lambda: (1,)[3], lambda: "a"[3], lambda: {}["k"], lambda: {1: 2}[3], lambda: [].pop(),
    lambda: "a" + 1, lambda: 1 + "a", lambda: [1] + (2,), lambda: None + 1, lambda: "a" * "b", lambda: -"a",
    lambda: len(5), lambda: int("3.5"), lambda: int(""), lambda: float("x"), lambda: int([1]),
    lambda: [1, 2].index(9), lambda: "abc".index("z"), lambda: [].remove(1), lambda: {}.popitem(),
    lambda: 5(), lambda: "x"(), lambda: None[0], lambda: 5[0], lambda: (1).foo, lambda: "s".nope, lambda: [].nope,
    lambda: 1 < "a", lambda: [1] < 2, lambda: None < None, lambda: max([]), lambda: min(()), lambda: sum(["a"]),
    lambda: max(1, "a"), lambda: sorted([1, "a"]), lambda: iter(5), lambda: next(iter([])), lambda: [*5],
    lambda: {[1]: 2}, lambda: {{}}, lambda: hash([]), lambda: range(1.5), lambda: [1, 2]["a"], lambda: "ab"["a"],
    lambda: (lambda a: a)(), lambda: (lambda a: a)(1, 2), lambda: (lambda a: a)(b=1), lambda: (lambda a, b: a)(1),
    lambda: abs("a"), lambda: round("a"), lambda: chr(-1), lambda: ord("ab"), lambda: "a".join([1]), lambda: ",".join(5),
    lambda: isinstance(1, 5), lambda: zip(1), lambda: enumerate(5), lambda: dict([1]), lambda: dict([(1, 2, 3)]),
    lambda: list(5), lambda: tuple(None), lambda: set(1), lambda: "%d" % "a", lambda: "%d %d" % (1,), lambda: "{}".format(),
    lambda: f"{'a':d}", lambda: f"{1.5:d}", lambda: f"{1:s}", lambda: f"{[]:5}", lambda: range(0, 1, 0), lambda: [1, 2][::0],
    lambda: 2 ** "a", lambda: 1 & 1.5, lambda: ~1.5, lambda: not_defined, lambda: print(1, foo=2), lambda: int("z", 16),
]
for i, test in enumerate(tests):
    try:
        print(i, "gave", test())
    except Exception as e:
        print(i, type(e).__name__, "|", e)
