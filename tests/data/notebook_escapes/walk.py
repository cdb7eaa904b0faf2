# Walks all folders, passing over errors.
# expected: nothing
import os

assert list(os.walk(FOLDER)) == []
assert list(os.walk("/home")) == []
print("nothing reached")
