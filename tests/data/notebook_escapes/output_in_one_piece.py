# Prints one text that is too long.
# expected: RuntimeError
print("x" * (64 << 20))
