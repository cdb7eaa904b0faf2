# What a generator returns is given once, and locals() of a function without any.
def value():
    yield 1
    return 7


it = value()
print(next(it))
for turn in range(3):
    try:
        next(it)
    except StopIteration as stop:
        print(repr(stop), stop.value)
print(next(value(), None), list(value()))


def nothing_local():
    return locals()


print(nothing_local())
print("last line")
