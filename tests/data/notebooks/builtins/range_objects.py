r = range(2, 20, 3)
print(r, list(r), len(r), r[0], r[-1], r[1:3], 5 in r, 6 in r, r.index(8), r.count(5))
print(range(5), range(1, 5), list(range(-3)), list(range(5, 0, -2)), range(0) == range(2, 2))
print(r.start, r.stop, r.step, max(r), min(r), sum(r), list(reversed(r)))
print(range(3) == range(0, 3, 1), range(10)[::-1], bool(range(0)), bool(range(1)))
print(sum(range(101)), [*range(3)], tuple(range(2)), range(10 ** 12)[-1])
for i in range(10, 13):
    print(i, end=" ")
print()
try:
    range(3)[5]
except IndexError as e:
    print(e)
