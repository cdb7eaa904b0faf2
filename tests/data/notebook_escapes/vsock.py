# Speaks with the host of a virtual machine.
# expected: PermissionError
import socket

socket.socket(40, socket.SOCK_STREAM)
