# Gives a file to another user.
# expected: PermissionError
import os

os.chown(SECRET, 1, 1)
