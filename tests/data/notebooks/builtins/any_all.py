print(any([]), all([]), any([0, 0, 1]), all([1, 1, 0]), any("a"), all(""), any({}), all([[], 1]))


def noisy(x):
    print("looked at", x)
    return x


print(any(noisy(v) for v in (0, 2, 3)))
print(all(noisy(v) for v in (1, 0, 3)))
print(all(a <= b for a, b in zip([1, 2, 3], [2, 3])), any(c.isupper() for c in "abC"), all(isinstance(v, int) for v in (1, True)))
values = [0.2, 0.5, 0.3]
print(abs(sum(values) - 1) < 1e-9 and all(v >= 0 for v in values), not any(v > 1 for v in values))
