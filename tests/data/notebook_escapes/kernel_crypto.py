# Makes a socket of the system's ciphers.
# expected: PermissionError
import socket

socket.socket(38, socket.SOCK_SEQPACKET)
