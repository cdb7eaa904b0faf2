# Listens to all packets.
# expected: PermissionError
import socket

socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
