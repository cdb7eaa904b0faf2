# Makes a pair of sockets, one of which reaches any socket by name.
# expected: PermissionError
import socket

socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
