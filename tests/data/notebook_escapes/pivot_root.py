# Swaps the root.
# expected: PermissionError
system_call("pivot_root", ".", ".")
