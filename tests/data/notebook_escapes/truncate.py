# Empties a file of the person.
# expected: PermissionError
import os

os.truncate(SECRET, 0)
