# Joins the group of the app.
# expected: PermissionError
import os

os.setpgid(0, APP)
