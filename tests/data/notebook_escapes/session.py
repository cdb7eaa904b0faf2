# Leaves its session.
# expected: PermissionError
import os

os.setsid()
