def show(*args, sep="/"):
    print(*args, sep=sep)


show(1, 2, 3)
show(*"abc", sep="-")
show(*[1, 2], *[3], 4, *(5, 6))
a = [*range(3)]
b = *a, 9
print(a, b, [*a, *b], {*a} == {0, 1, 2}, {**{"x": 1}, "x": 2})
print(*a, sep=", ", end="!\n")
print(*[], "alone")
print(*{"k": 1, "j": 2}, *{"k": 1}.items())
rows = [(1, "a"), (2, "b")]
numbers, letters = zip(*rows)
print(numbers, letters, list(zip(*[[1, 2], [3, 4]])))


def total(first, *rest):
    return first + sum(rest)


print(total(*range(5)), max(*[3, 8, 1]), [x for x in [*"ab", *"c"]])


def f():
    return *a, 1


print(f())
for x in *a, "end":
    print(x, end=" ")
print()
