# Becomes another user.
# expected: PermissionError
import os

os.setuid(0)
