# Reads an attribute of a file.
# expected: PermissionError
import os

os.getxattr(SECRET, "user.mark")
