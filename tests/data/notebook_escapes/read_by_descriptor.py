# Opens a file by number.
# expected: PermissionError
import os

os.read(os.open(SECRET, os.O_RDONLY), 10)
