# Asks for ten thousand million elements.
# expected: MemoryError
[0] * 10**10
