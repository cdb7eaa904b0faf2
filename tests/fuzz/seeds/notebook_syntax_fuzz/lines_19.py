def f(x=(lambda: (yield))): pass
if x:
        y
f"""{
x}"""
print('a' +
      'b')
