# Lists the root folder.
# expected: PermissionError
import os

os.listdir("/")
