import itertools
from typing import Iterator, Generator


def batches(seq, n):
    it = iter(seq)
    while chunk := list(itertools.islice(it, n)):
        yield chunk


def running_mean() -> Generator[float, float, None]:
    total, count, avg = 0.0, 0, None
    while True:
        x = yield avg
        total += x
        count += 1
        avg = total / count


def flatten(xs):
    for x in xs:
        if isinstance(x, (list, tuple)):
            yield from flatten(x)
        else:
            yield x


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        for i in range(self.n, 0, -1):
            yield i

    def __len__(self):
        return self.n

    def __contains__(self, x):
        return 0 < x <= self.n


print(list(batches("abcdefg", 3)))
g = running_mean()
next(g)
print([g.send(v) for v in (10, 20, 60)])
g.close()
print(list(flatten([1, [2, (3, [4])], 5])))
c = Countdown(3)
print(list(c), len(c), 2 in c, 9 in c, sorted(c), max(c), sum(c), tuple(c), [*c])
evens = (i for i in itertools.count() if i % 2 == 0)
print(next(evens), next(evens), list(itertools.islice(evens, 3)))
print(list(itertools.accumulate([1, 2, 3, 4], lambda a, b: a * b)), list(itertools.chain([1], "ab")), list(itertools.product([0, 1], repeat=2)))
print(list(itertools.combinations("abc", 2)), list(itertools.permutations([1, 2, 3], 2))[:3], list(itertools.zip_longest([1, 2], "a", fillvalue="-")))
for k, grp in itertools.groupby(sorted(["apple", "bob", "cat", "alice"], key=len), key=len):
    print(k, list(grp))
print(list(itertools.takewhile(lambda v: v < 3, range(10))), list(itertools.dropwhile(lambda v: v < 8, range(10))), list(itertools.starmap(pow, [(2, 3), (3, 2)])), list(itertools.pairwise("abcd")))


def ctx():
    try:
        yield 1
        yield 2
    finally:
        print("cleanup")


for v in ctx():
    print(v)
    break
print("after")


def countdown(n):
    while n:
        got = yield n
        if got == "skip":
            n -= 1
        n -= 1
    return "done"


def outer():
    result = yield from countdown(3)
    print("inner returned", result)


print(list(outer()))
try:
    next(iter([]))
except StopIteration as e:
    print("stop", e.value, e.args)
gen = (x for x in [1])
print(type(gen).__name__, gen.__class__, next(gen, "none"), next(gen, "none"))
