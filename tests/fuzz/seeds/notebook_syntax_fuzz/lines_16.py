for x in 1, 2, 3: pass
for x in *a, b: pass
for x.y in z: pass
for x[0] in z: pass
for (x, y) in z: pass
for [x, y] in z: pass
for x, *y in z: pass
with a: pass
with a as b: pass
with a as b, c as d: pass
with (a as b, c as d): pass
with (a as b, c as d,): pass
with (a, b): pass
with (a): pass
with (a, b) as c: pass
with (a), (b): pass
with a as (b, c): pass
with a as b.c, d as e[0]: pass
with (yield_): pass
with (a).b as c: pass
