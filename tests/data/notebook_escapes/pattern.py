# Searches a text for longer than anybody lives.
# expected: interrupted|ended
import re

print("begun")
re.match("(a+)+b", "a" * 60)
