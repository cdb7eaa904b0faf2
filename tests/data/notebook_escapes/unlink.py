# Removes a file.
# expected: PermissionError
import os

os.unlink(SECRET)
