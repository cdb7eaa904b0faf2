# Removes a folder.
# expected: PermissionError
import os

os.rmdir(FOLDER + "/empty")
