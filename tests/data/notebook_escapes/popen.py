# Reads from a program.
# expected: PermissionError
import os

os.popen("ls").read()
