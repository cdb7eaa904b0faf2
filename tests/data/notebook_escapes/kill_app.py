# Kills the app.
# expected: PermissionError
import os
import signal

os.kill(APP, signal.SIGKILL)
