# Makes a file beside one of the person.
# expected: PermissionError
open(FOLDER + "/new", "x")
