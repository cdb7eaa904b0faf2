print(list(enumerate("ab")), list(enumerate("ab", 5)), dict(enumerate("xy")))
print(list(zip([1, 2, 3], "ab")), list(zip()), list(zip([1])), list(zip([1, 2], [3, 4], [5, 6])))
for i, (a, b) in enumerate(zip("xyz", range(3))):
    print(i, a, b)
pairs = [("a", 1), ("b", 2)]
keys, values = zip(*pairs)
print(keys, values, dict(zip(keys, values)))
e = enumerate(["first", "second"])
print(next(e), next(e), next(e, "done"))
z = zip([1, 2], [3, 4])
print(next(z), list(z), list(z))
print([a * b for a, b in zip([1, 2, 3], [4, 5, 6])], sum(a * b for a, b in zip((1, 2), (3, 4))))
try:
    list(zip([1], [1, 2], strict=True))
except ValueError as err:
    print(err)
print(max(enumerate([3, 9, 2]), key=lambda p: p[1]))
