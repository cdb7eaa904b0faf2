# Takes memory bit by bit.
# expected: MemoryError
pieces = []
while True:
    pieces.append(bytearray(10**7))
