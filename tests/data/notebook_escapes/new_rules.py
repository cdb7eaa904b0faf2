# Sets other rules for files.
# expected: PermissionError
system_call("landlock_create_ruleset", 0, 0, 1)
