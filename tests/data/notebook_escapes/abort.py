# Ends its process by a signal.
# expected: ended
import os

os.abort()
