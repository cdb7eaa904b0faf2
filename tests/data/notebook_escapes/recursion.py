# Calls itself without an end.
# expected: RecursionError
def f():
    return f()


f()
