x = """line one
line two
    line three"""
y = f"""a
{x}
  {y!r:>10}
"""
f"""a
b{x}c{y
+ z}"""
x = ("a"
     'b'
     f"{c}"
     "d")
x = f(a,
      b)[
    c
].d
