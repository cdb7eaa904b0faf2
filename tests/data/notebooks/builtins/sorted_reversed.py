print(sorted([3, 1, 2]), sorted("hello"), sorted((3, 1), reverse=True), sorted({3: "c", 1: "a"}))
print(list(reversed([1, 2, 3])), "".join(reversed("abc")), list(reversed(range(4))), list(reversed((1, 2))))
print(sorted(["b", "A", "c"]), sorted(["b", "A", "c"], key=str.lower), sorted([-3, 2, -1], key=abs))
print(sorted([(2, "b"), (1, "z"), (2, "a")]), sorted([[3], [1, 2], []], key=len))
print(sorted([0.5, -1, True, 2]), sorted([], key=None), sorted(x % 4 for x in range(6)))
records = [{"n": "x", "v": 3}, {"n": "y", "v": 1}]
print([r["n"] for r in sorted(records, key=lambda r: r["v"])])
v = [3, 1, 2]
print(v.sort(), v, v.reverse(), v, sorted(v) is v)
print(list(reversed({"a": 1, "b": 2})), next(reversed([1, 2])))
