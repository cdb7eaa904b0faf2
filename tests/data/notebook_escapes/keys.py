# Reads keys of the person.
# expected: PermissionError
system_call("keyctl", 0, -3, 0, 0, 0)
