if x:
    y
else:
    if z:
        w
    v
if x:
  if y:
      z
  else:
      w
else: v
while x:
    y
else:
    z
for x in y:
    z
else:
    w
