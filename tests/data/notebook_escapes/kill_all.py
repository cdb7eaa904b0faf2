# Kills all that it may.
# expected: PermissionError
import os

os.kill(-1, 9)
