pairs = [("b", 2), ("a", 2), ("c", 1), ("d", 3)]
print(sorted(pairs), sorted(pairs, key=lambda p: p[1]), sorted(pairs, key=lambda p: (-p[1], p[0])))
print(sorted([3, 1.5, True, -2]), sorted("bca", reverse=True), sorted({"z": 1, "y": 2}))
words = "the quick brown fox jumps over the lazy dog".split()
print(sorted(words, key=len), sorted(set(words)), max(words, key=len), min(words, key=len))
words.sort(key=lambda w: (len(w), w))
print(words)
print(sorted([[2, 1], [1, 9], [1]]), sorted([(1, "b"), (1, "a")], reverse=True))
stable = [(i % 3, i) for i in range(9)]
print(sorted(stable, key=lambda t: t[0]), sorted(stable, key=lambda t: t[0], reverse=True))


def insertion(v):
    v = v[:]
    for i in range(1, len(v)):
        x, j = v[i], i - 1
        while j >= 0 and v[j] > x:
            v[j + 1] = v[j]
            j -= 1
        v[j + 1] = x
    return v


def quick(v):
    if len(v) < 2:
        return v
    p, *rest = v
    return quick([x for x in rest if x < p]) + [p] + quick([x for x in rest if x >= p])


def merge(v):
    if len(v) < 2:
        return v
    m = len(v) // 2
    a, b, out = merge(v[:m]), merge(v[m:]), []
    while a and b:
        out.append(a.pop(0) if a[0] <= b[0] else b.pop(0))
    return out + a + b


data = [5, 2, 9, 1, 5, 6, -3]
print(insertion(data), quick(data), merge(data), data)
