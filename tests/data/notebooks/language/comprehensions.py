print([x * x for x in range(5)], [x for x in range(10) if x % 2], [x if x > 2 else 0 for x in range(5)])
print([(x, y) for x in range(3) for y in range(x)], [[i * j for j in range(3)] for i in range(3)])
print({x: x ** 2 for x in range(4)}, {k: v for v, k in enumerate("abc")}, sorted({len(w) for w in ["a", "bb", "cc"]}))
print([c for w in ["ab", "cd"] for c in w if c != "c"], [x for x in range(20) if x % 2 == 0 if x % 3 == 0])
x = "outer"
print([x for x in range(3)], x)
print(sum(x for x in range(5)), max(len(w) for w in ["a", "abc"]), list(y for y in "ab"))
matrix = [[1, 2, 3], [4, 5, 6]]
print([[row[i] for row in matrix] for i in range(3)], [v for row in matrix for v in row])
print([a + b for a, b in zip([1, 2], [3, 4])], [f"{i}:{c}" for i, c in enumerate("xy", start=1)])
print({i: [j for j in range(i)] for i in range(3)}, [lambda: 1][0](), [(lambda v: v + 1)(i) for i in range(3)])
fs = [lambda: i for i in range(3)]
print([f() for f in fs])
gs = [lambda i=i: i for i in range(3)]
print([g() for g in gs])
print([y := 5, y ** 2], [last := v for v in range(4)], last)
print([i for i in range(5) if (half := i / 2) > 1], half)
print(dict((k, len(k)) for k in ("one", "three")), tuple(i for i in (1, 2)), any(v > 5 for v in matrix[1]))
