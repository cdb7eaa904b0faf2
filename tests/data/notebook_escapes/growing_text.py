# Makes a text longer and longer.
# expected: MemoryError
text = "x"
while True:
    text += text
