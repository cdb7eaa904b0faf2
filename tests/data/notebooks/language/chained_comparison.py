x = 5
print(1 < x < 10, 1 < x > 3, 1 < x < 4, x == 5 == 5.0)


def show(v):
    print("asked", v)
    return v


print(show(1) < show(2) < show(3))
print(show(3) < show(2) < show(1))
print(show(1) <= show(1) != show(2))
print("a" < "b" < "c", "a" < "B", "" < "a")
print([1, 2] < [1, 3] <= [1, 3], (1,) < (1, 0))
print(x in [1, 5] == True, (x in [1, 5]) == True)
print(None is None is not True)
print(1 is not None, "a" not in "bcd", not "a" in "abc")
