# Reads a file of the person.
# expected: PermissionError
open(SECRET).read()
