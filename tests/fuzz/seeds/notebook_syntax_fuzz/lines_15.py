a @ b
a if b else lambda: c
not a == b
a < b == c
1if x else 2
1 if x else 2
1or 2
[1for x in y]
0x1for x in y
x;
x; y
x;  # comment
x = 1 + \
    2
if x: pass
if x: pass; y
if (x := 1): y
while x: break
for x in y: continue
for x, y in z: pass
for x, in y: pass
