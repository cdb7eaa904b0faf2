# Makes a folder.
# expected: PermissionError
import os

os.mkdir(FOLDER + "/new")
