# Holds a file without reading it, then opens what it holds.
# expected: PermissionError
import os

held = os.open(SECRET, os.O_PATH)
open(f"/proc/self/fd/{held}").read()
