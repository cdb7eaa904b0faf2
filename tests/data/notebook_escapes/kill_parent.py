# Kills its parent.
# expected: PermissionError
import os

os.kill(os.getppid(), 15)
