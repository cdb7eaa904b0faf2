# Shows lists that are nested too deeply.
# expected: RecursionError
x = []
for _ in range(60_000):
    x = [x]
x
