# Makes a file in memory, to fill or to run it.
# expected: PermissionError
import os

os.memfd_create("program")
