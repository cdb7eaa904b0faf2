# Renames the machine.
# expected: PermissionError
import socket

socket.sethostname("x")
