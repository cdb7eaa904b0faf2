# Takes the place of a descriptor.
# expected: PermissionError
import os

os.dup2(0, 3)
