# Writes a message that nobody asked for into the socket.
# expected: ended
import os

text = b'{"message": "variables", "variables": []}'
os.write(3, len(text).to_bytes(4, "little") + bytes(4) + text)
