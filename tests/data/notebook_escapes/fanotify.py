# Watches all files.
# expected: PermissionError
call("fanotify_init", 0, 0)
