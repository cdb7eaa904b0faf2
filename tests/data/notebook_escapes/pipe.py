# Makes a pipe.
# expected: PermissionError
import os

os.pipe()
