# Raises its own limits.
# expected: PermissionError|ValueError
import resource

resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
