# Holds a folder without reading it, then opens a file in it.
# expected: PermissionError
import os

held = os.open(FOLDER, os.O_PATH)
os.open("secret", os.O_RDONLY, dir_fd=held)
