# Sets an attribute of a file.
# expected: PermissionError
import os

os.setxattr(SECRET, "user.mark", b"1")
