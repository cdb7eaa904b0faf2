# Makes a file without a name in /tmp.
# expected: PermissionError
import os

os.open("/tmp", os.O_TMPFILE | os.O_RDWR)
