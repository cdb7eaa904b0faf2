from functools import reduce, partial, singledispatch, total_ordering, cmp_to_key, cached_property
from operator import itemgetter, attrgetter, mul, add, methodcaller
import math

compose = lambda *fs: reduce(lambda f, g: lambda x: f(g(x)), fs)
inc, dbl = lambda x: x + 1, lambda x: 2 * x
print(compose(inc, dbl)(5), compose(dbl, inc)(5), reduce(mul, range(1, 6)), reduce(add, [[1], [2]], []))
pow2 = partial(pow, 2)
base2 = partial(int, base=2)
print(pow2(10), base2("1011"), base2.func, base2.keywords, list(map(partial(round, ndigits=1), [1.25, 2.35])))
people = [{"n": "Bo", "a": 3}, {"n": "Al", "a": 3}, {"n": "Cy", "a": 1}]
print(sorted(people, key=itemgetter("a", "n")), max(people, key=itemgetter("a"))["n"], list(map(methodcaller("upper"), "abc")))
print(sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)), list(filter(None, [0, 1, "", "a"])), [*map(lambda a, b: a * b, [1, 2], [3, 4])], any(map(str.isdigit, "a1")))


@singledispatch
def show(x):
    return f"object {x!r}"


@show.register
def _(x: int):
    return f"int {x}"


@show.register(list)
def _(x):
    return f"list of {len(x)}"


print(show(1), show([1]), show("s"), show(True), show(1.5))


@total_ordering
class V:
    def __init__(self, *p): self.p = p
    def __eq__(self, o): return self.p == o.p
    def __lt__(self, o): return self.p < o.p


print(V(1, 2) <= V(1, 3), V(2) > V(1, 9), V(1) >= V(1), max(V(1), V(3), V(2)).p)


class Circle:
    def __init__(self, r): self.r = r

    @cached_property
    def area(self):
        print("computing")
        return math.pi * self.r ** 2


c = Circle(2)
print(c.area, c.area, c.__dict__)
counter = {"n": 0}


def memo(f, cache={}):
    def g(*a):
        if a not in cache:
            counter["n"] += 1
            cache[a] = f(*a)
        return cache[a]
    return g


fib = memo(lambda n: n if n < 2 else fib(n - 1) + fib(n - 2))
print(fib(50), counter)
print((lambda *a, k=1, **kw: (a, k, kw))(1, 2, z=3), (lambda: (yield))().__next__(), [f() for f in [lambda i=i: i * i for i in range(3)]])
