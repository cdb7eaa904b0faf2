# Changes the times of a file.
# expected: PermissionError
import os

os.utime(SECRET, (0, 0))
