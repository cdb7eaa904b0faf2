s = {3, 1, 2, 3}
print(len(s), 2 in s, sorted(s), s == {1, 2, 3})
s.add(10)
s.discard(99)
s.remove(1)
print(sorted(s), set(), frozenset([1]), {1}, type({}), type({1}))
a, b = {1, 2, 3, 4}, {3, 4, 5}
print(sorted(a & b), sorted(a | b), sorted(a - b), sorted(a ^ b))
print(a.union(b) == a | b, a.intersection(b), a.issubset(b), {3} <= a, {3} < {3}, a.isdisjoint({9}))
a |= {100}
a -= {1}
print(sorted(a), len(a), min(a), max(a), sum(a))
a.update([7, 8])
print(sorted(a), sorted({x % 3 for x in range(10)}))
print(sorted(set("hello")), len(set([1, 1.0, True])), {1, 2} == {2, 1})
seen = set()
for x in [1, 2, 1, 3, 2]:
    if x in seen:
        print("again", x)
    seen.add(x)
print({1, 2, 3}, {0}, set([5]), frozenset({1, 2}))
