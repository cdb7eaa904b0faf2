# Leaves files with odd names.
# expected: nothing
import os

for name in (b"\xff\xfe", b"-rf", b" ", b"a\nb", b"moved 0", b"x" * 255):
    os.mkdir(name)
    open(name + b"/" + name, "w").close()
print("nothing reached")
