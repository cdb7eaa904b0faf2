x = (  # comment
    1,

    2)  # end
x = [
    1,
    2,
]
if x:
    y
elif z:
    w
elif v:
    u
else:
    t
if x:
    y
else:
    if z:
        w
