# Makes a terminal.
# expected: PermissionError|OSError
import os

os.openpty()
