def bubble(a):
    a = a[:]
    for i in range(len(a)):
        for j in range(len(a) - 1 - i):
            if a[j] > a[j + 1]:
                a[j], a[j + 1] = a[j + 1], a[j]
    return a


def quick(a):
    if len(a) <= 1:
        return a
    p, *rest = a
    return quick([x for x in rest if x < p]) + [p] + quick([x for x in rest if x >= p])


def merge_sort(a):
    if len(a) < 2:
        return a
    m = len(a) // 2
    l, r = merge_sort(a[:m]), merge_sort(a[m:])
    out = []
    while l and r:
        out.append((l if l[0] <= r[0] else r).pop(0))
    return out + l + r


def topk(a, k):
    import heapq
    return heapq.nlargest(k, a), heapq.nsmallest(k, a)


data = [5, -2, 9, 0, 5, 3, 8, -7]
for f in (bubble, quick, merge_sort, sorted):
    print(f"{f.__name__:>12}: {f(data)}")
print(topk(data, 3), data)
from bisect import bisect_left, insort
s = []
for v in data:
    insort(s, v)
print(s, bisect_left(s, 5), [s[i] for i in range(bisect_left(s, 0), len(s))])
import heapq
h = []
for pri, name in [(3, "c"), (1, "a"), (2, "b")]:
    heapq.heappush(h, (pri, name))
print([heapq.heappop(h) for _ in range(len(h))], list(heapq.merge([1, 4], [2, 3])))
matrix = [[3, 1], [2, 2], [1, 3]]
print(sorted(matrix), sorted(matrix, key=lambda r: r[1], reverse=True), sorted("bAnana", key=str.lower), sorted({"b": 1, "a": 2}.items()))
try:
    sorted([1, "a", None])
except TypeError as e:
    print(e)
