def make_counter():
    count = 0

    def step():
        nonlocal count
        count += 1
        return count

    return step


a, b = make_counter(), make_counter()
print(a(), a(), b(), a())


def multiplier(n):
    def multiply(x):
        return x * n
    return multiply


double, triple = multiplier(2), multiplier(3)
print(double(5), triple(5), [multiplier(i)(10) for i in range(4)])


def outer():
    x = "outer"

    def middle():
        def inner():
            nonlocal x
            x = "inner"
        inner()
        return x

    return middle(), x


print(outer())


def late():
    fs = []
    for i in range(3):
        def f():
            return i
        fs.append(f)
    return [f() for f in fs]


print(late())


def running_mean():
    total, n = 0.0, 0

    def add(x):
        nonlocal total, n
        total += x
        n += 1
        return total / n
    return add


m = running_mean()
print(m(1), m(2), m(6))
