def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)


def flatten(x):
    if not isinstance(x, list):
        return [x]
    return [v for item in x for v in flatten(item)]


def hanoi(n, a="A", b="B", c="C"):
    if n == 0:
        return 0
    return hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a)


def permutations(items):
    if len(items) <= 1:
        yield items
        return
    for i in range(len(items)):
        for rest in permutations(items[:i] + items[i + 1:]):
            yield [items[i]] + rest


def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


print(factorial(20), factorial(25), flatten([1, [2, [3, [4]], 5]]), hanoi(8))
print(list(permutations([1, 2, 3])), depth(500))


def forever(n):
    return forever(n + 1)


try:
    forever(0)
except RecursionError as e:
    print(type(e).__name__, str(e)[:32])
