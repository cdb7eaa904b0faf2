t = (1, 2, 3)
single = 5,
empty = ()
print(t, single, empty, (1), (1,), type((1)), len(empty))
a, b = 1, 2
a, b = b, a
print(a, b, (a, b) == (2, 1))
print(t + (4,), t * 2, t[0], t[-1], t[1:], t[::-1], 2 in t, t.count(1), t.index(3))
nested = (1, (2, (3, 4)), [5, 6])
print(nested, nested[1][1][0], nested[2][1])
nested[2].append(7)
print(nested)
print((1, 2) < (1, 3), (1, 2) == [1, 2], hash((1, 2)) == hash((1, 2)), max((1, 5), (2, 0)))
print(tuple("abc"), tuple(range(4)), tuple([1, [2]]), tuple({"x": 1, "y": 2}))
for i, (p, q) in enumerate([(1, "a"), (2, "b")]):
    print(i, p, q)


def min_max(values):
    return min(values), max(values)


low, high = min_max([3, 1, 2])
print(low, high, min_max((9, 8)))
print(("a" "b"), ("a", "b"), (None, True, 1.0, "s"))
