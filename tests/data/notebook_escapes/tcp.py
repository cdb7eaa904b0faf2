# Connects to a server of this machine.
# expected: PermissionError
import socket

socket.create_connection(("127.0.0.1", PORT))
