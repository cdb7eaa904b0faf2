# Watches files.
# expected: PermissionError
call("inotify_init1", 0)
