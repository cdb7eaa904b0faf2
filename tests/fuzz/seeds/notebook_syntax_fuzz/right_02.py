for i in range(3):
    if i:
        continue
    break
else:
    pass
try:
    x
except:
    y
try:
    x
except A:
    y
except (B, C) as d:
    z
else:
    w
finally:
    v
try:
    x
finally:
    y
