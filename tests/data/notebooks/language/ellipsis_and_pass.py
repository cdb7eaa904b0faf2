def later():
    ...


class Stub:
    ...


print(later(), Ellipsis, ... is Ellipsis, Stub.__name__, [..., 1])
for _ in range(2):
    pass
if True: ...
try:
    pass
except ValueError:
    pass
else:
    print("else of try")
finally:
    pass
while False:
    pass
else:
    print("else of while")
