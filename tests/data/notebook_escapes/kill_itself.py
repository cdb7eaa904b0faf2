# Kills its own process.
# expected: ended
import os

os.kill(os.getpid(), 9)
