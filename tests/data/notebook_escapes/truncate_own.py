# Changes the size of an open file.
# expected: PermissionError
import os

with open("own", "w") as own:
    os.ftruncate(own.fileno(), 1 << 40)
