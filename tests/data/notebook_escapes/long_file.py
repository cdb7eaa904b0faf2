# Writes a file past the limit.
# expected: OSError
with open("long", "wb") as file:
    file.seek(1 << 40)
    file.write(b"x")
    file.flush()
