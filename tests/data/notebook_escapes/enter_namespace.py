# Enters a namespace.
# expected: PermissionError
call("setns", 3, 0)
