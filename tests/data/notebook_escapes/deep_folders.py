# Leaves folders that are nested deeply.
# expected: nothing
import os

folder = os.open(".", os.O_RDONLY)
for _ in range(100):
    os.mkdir("a" * 200, dir_fd=folder)
    inner = os.open("a" * 200, os.O_RDONLY, dir_fd=folder)
    os.close(folder)
    folder = inner
print("nothing reached")
