class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n + 1


print(list(Countdown(4)), sum(Countdown(3)), max(Countdown(5)), 2 in Countdown(3))
for a, b in zip(Countdown(3), "xyz"):
    print(a, b)


class Squares:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError("out of range")
        return i * i


s = Squares(4)
print(list(s), len(s), [x for x in s], 9 in s, list(reversed(s)), list(enumerate(s)))


class Tree:
    def __init__(self, value, *children):
        self.value = value
        self.children = children

    def __iter__(self):
        yield self.value
        for child in self.children:
            yield from child


t = Tree(1, Tree(2, Tree(3)), Tree(4))
print(list(t), sum(t), sorted(t, reverse=True))
first, *rest = t
print(first, rest)
it = iter(t)
print(next(it), next(it), list(it))
