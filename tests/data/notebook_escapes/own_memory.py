# Writes its own memory through /proc.
# expected: PermissionError
open("/proc/self/mem", "r+b")
