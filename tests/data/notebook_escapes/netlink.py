# Speaks with the system about the network.
# expected: PermissionError
import socket

socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
