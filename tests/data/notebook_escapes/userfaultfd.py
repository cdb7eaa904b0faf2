# Answers page faults.
# expected: PermissionError
system_call("userfaultfd", 0)
