# Reads its own first environment.
# expected: PermissionError
open("/proc/self/environ").read()
