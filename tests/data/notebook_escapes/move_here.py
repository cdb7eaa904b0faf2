# Moves a file into the private folder.
# expected: PermissionError|OSError
import os

os.rename(SECRET, "mine")
