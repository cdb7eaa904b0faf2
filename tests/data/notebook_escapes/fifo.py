# Makes a pipe with a name.
# expected: PermissionError
import os

os.mkfifo("pipe")
