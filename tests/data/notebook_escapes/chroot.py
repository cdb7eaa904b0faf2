# Takes another root.
# expected: PermissionError
import os

os.chroot(".")
