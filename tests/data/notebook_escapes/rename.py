# Renames a file.
# expected: PermissionError
import os

os.rename(SECRET, FOLDER + "/other")
