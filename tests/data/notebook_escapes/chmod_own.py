# Makes a file of its own a program.
# expected: PermissionError
import os

open("own", "w").close()
os.chmod("own", 0o755)
