# Reads the memory of the app.
# expected: PermissionError
open(f"/proc/{APP}/mem", "rb").read(1)
