# Makes a symbolic link in the private folder.
# expected: PermissionError
import os

os.symlink(SECRET, "mine")
