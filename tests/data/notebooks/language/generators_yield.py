def count_up(n):
    print("start")
    for i in range(n):
        yield i
    print("end")


g = count_up(3)
print(next(g), next(g))
print(list(g))


def fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


for v in fibonacci():
    if v > 50:
        break
    print(v, end=" ")
print()


def batches(items, size):
    for i in range(0, len(items), size):
        yield items[i:i + size]


print(list(batches(list(range(7)), 3)))


def chained():
    yield from [1, 2]
    yield from (x * 10 for x in (3, 4))
    result = yield from returning()
    yield result


def returning():
    yield "inside"
    return "returned"


print(list(chained()))


def averager():
    total, n = 0, 0
    mean = None
    while True:
        x = yield mean
        total += x
        n += 1
        mean = total / n


a = averager()
next(a)
print(a.send(10), a.send(20), a.send(30))
a.close()


def guarded():
    try:
        yield 1
        yield 2
    finally:
        print("cleaned")


for v in guarded():
    print(v)
    break
g = guarded()
print(next(g))
g.close()
print(sum(count_up(4)), next(iter([]), "default"), type(g).__name__)
