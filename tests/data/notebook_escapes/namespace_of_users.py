# Becomes root in a namespace of its own.
# expected: PermissionError
call("unshare", 0x10000000)
