# Asks for more memory than there is.
# expected: MemoryError
bytearray(10**12)
