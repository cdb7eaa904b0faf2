# Reads the memory of the machine.
# expected: PermissionError|FileNotFoundError
open("/dev/mem", "rb").read(1)
