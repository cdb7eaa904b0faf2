# Ends its process.
# expected: ended
import os

os._exit(0)
