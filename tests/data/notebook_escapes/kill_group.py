# Kills its group.
# expected: PermissionError
import os

os.killpg(0, 9)
