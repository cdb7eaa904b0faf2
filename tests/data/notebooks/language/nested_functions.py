def pipeline(*stages):
    def run(x):
        for stage in stages:
            x = stage(x)
        return x
    return run


def scale(k):
    return lambda x: [k * v for v in x]


def center(x):
    m = sum(x) / len(x)
    return [v - m for v in x]


p = pipeline(scale(2), center, sorted, tuple)
print(p([1, 2, 3, 6]))


def apply_twice(f, *args, **kwargs):
    return f(f(*args, **kwargs), **kwargs)


print(apply_twice(lambda x, k=1: x + k, 5), apply_twice(lambda x, k=1: x + k, 5, k=10))


def curry(f):
    return lambda a: lambda b: f(a, b)


print(curry(max)(3)(7), [curry(pow)(2)(n) for n in range(5)])


def reduce(f, items, start):
    out = start
    for item in items:
        out = f(out, item)
    return out


print(reduce(lambda a, b: a * b, [1, 2, 3, 4], 1), reduce(max, [3, 9, 2], 0))
print(reduce(lambda d, w: {**d, w: d.get(w, 0) + 1}, "a b a".split(), {}))
functions = [len, sum, max, sorted]
print([f([3, 1, 2]) for f in functions])
print((lambda f: f(f))(lambda f: "self" if callable(f) else "other"))
