# Sets limits of the app.
# expected: PermissionError
import resource

resource.prlimit(APP, resource.RLIMIT_NOFILE, (3, 3))
