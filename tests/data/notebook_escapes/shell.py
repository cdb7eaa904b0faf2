# Runs a command of the shell.
# expected: nothing
import os

assert os.system("touch " + FOLDER + "/new") != 0
print("nothing reached")
