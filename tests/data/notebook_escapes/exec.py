# Becomes another program.
# expected: PermissionError
import os

os.execv("/bin/true", ["true"])
