# Holds the app as a process.
# expected: PermissionError
import os

os.pidfd_open(APP)
