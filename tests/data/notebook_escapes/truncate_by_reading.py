# Empties a file by opening it to read.
# expected: PermissionError
import os

os.open(SECRET, os.O_RDONLY | os.O_TRUNC)
