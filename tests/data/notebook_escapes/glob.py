# Looks for files by a pattern.
# expected: nothing
import glob

assert glob.glob(FOLDER + "/*") == []
print("nothing reached")
