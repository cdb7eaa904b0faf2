# Makes variables with names that are none.
# expected: nothing
globals().update({"\ud800": 1, "": 2, "a\0b": 3, 5: 4})
print("nothing reached")
