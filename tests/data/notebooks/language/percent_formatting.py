print("%s is %d years" % ("ann", 30), "%5.2f|%-8s|%08.3f|%+d" % (3.14159, "ab", 2.5, 7))
print("%x %X %o %e %g %c %%" % (255, 255, 8, 12345.678, 0.0001, "z"))
print("%(name)s: %(value).3f" % {"name": "loss", "value": 0.12345}, "%r and %s" % ("a", "a"))
print("%s" % (1,), "%s" % [1, 2], "%s %s" % ((1, 2), None), "%10s|%-10s|%.2s" % ("right", "left", "cut"))
print("%*d|%-*d|" % (5, 42, 5, 42), "%i" % 3.9, "%d" % True, "%5s%%" % 12.5, "%.0f %.0f" % (0.5, 1.5))
for epoch in range(1, 4):
    print("epoch %2d | loss %8.4f | acc %5.1f%%" % (epoch, 1 / epoch, 100 * epoch / 3))
for bad in (lambda: "%d" % "x", lambda: "%s %s" % "x", lambda: "%s" % (1, 2), lambda: "%q" % 1, lambda: "%(a)s" % {"b": 1}):
    try:
        print(bad())
    except (TypeError, ValueError, KeyError) as e:
        print(type(e).__name__, e)
