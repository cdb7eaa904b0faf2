# Writes noise into the socket.
# expected: ended
import os

os.write(3, b"\xff" * 64)
