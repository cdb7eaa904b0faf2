# Becomes two processes.
# expected: PermissionError
import os

os.fork()
