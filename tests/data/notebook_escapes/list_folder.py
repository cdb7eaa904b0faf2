# Lists a folder of the person.
# expected: PermissionError
import os

list(os.scandir(FOLDER))
