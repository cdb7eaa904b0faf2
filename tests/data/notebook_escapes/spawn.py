# Starts a program without a fork.
# expected: PermissionError
import os

os.posix_spawn("/bin/true", ["true"], {})
