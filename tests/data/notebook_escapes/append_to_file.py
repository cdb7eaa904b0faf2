# Appends to a file of the person.
# expected: PermissionError
open(SECRET, "a").write("more")
