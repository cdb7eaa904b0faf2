# Reads the names of users.
# expected: PermissionError
open("/etc/passwd").read()
