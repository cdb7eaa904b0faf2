# Empties a file by opening it neither to read nor to write.
# expected: PermissionError
import os

os.open(SECRET, 3 | os.O_TRUNC)
