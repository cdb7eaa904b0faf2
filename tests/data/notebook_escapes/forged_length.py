# Promises the app a message without an end.
# expected: ended
import os

os.write(3, b"\xff\xff\xff\x7f" + bytes(4))
