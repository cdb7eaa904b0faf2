# Asks for an address.
# expected: gaierror|PermissionError
import socket

socket.getaddrinfo("example.org", 80)
