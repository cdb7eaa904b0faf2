# Makes a socket of the newer internet.
# expected: PermissionError
import socket

socket.socket(socket.AF_INET6)
