# Goes to another folder.
# expected: PermissionError
import os

os.chdir(FOLDER)
