# Connects to a socket in the file system.
# expected: PermissionError
import socket

socket.socket(socket.AF_UNIX).connect(FOLDER + "/socket")
