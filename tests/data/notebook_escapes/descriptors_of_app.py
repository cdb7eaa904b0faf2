# Lists the open files of the app.
# expected: PermissionError
import os

os.listdir(f"/proc/{APP}/fd")
