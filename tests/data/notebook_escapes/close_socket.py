# Closes the socket.
# expected: ended
import os

os.close(3)
