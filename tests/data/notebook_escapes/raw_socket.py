# Makes packets of its own.
# expected: PermissionError
import socket

socket.socket(socket.AF_INET, socket.SOCK_RAW)
