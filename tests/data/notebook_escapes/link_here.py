# Links a file into the private folder.
# expected: PermissionError
import os

os.link(SECRET, "mine")
