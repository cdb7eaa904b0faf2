print(True and "a", False and "a", None or "b", 0 or [] or "last", 1 and 2 and 3)
print(bool(0), bool(""), bool([]), bool({}), bool(None), bool(0.0), bool("0"), bool([0]))
print(True + True, True * 3, sum([True, False, True]), True == 1)
print(isinstance(True, int), type(None), type(True), None == False)
print(not None, not "a", None is None)
print([] or "empty", [1] and "full", "" if "" else "blank")
if not []:
    print("an empty list is false")
print(int(True), float(False), str(None), repr(None))
print(True & False, True | False, True ^ True, ~True)
print(any([]), all([]), any([0, "", None]), all([1, "a", [0]]))
x = None
print("x is", x if x is not None else "unset")
