# Reads the environment of the app.
# expected: PermissionError
open(f"/proc/{APP}/environ").read()
