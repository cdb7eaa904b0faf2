# Connects to a socket without a file.
# expected: PermissionError
import socket

socket.socket(socket.AF_UNIX).connect("\0normscope")
