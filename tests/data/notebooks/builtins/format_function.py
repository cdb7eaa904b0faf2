print(format(3.14159, ".2f"), format(42, "05d"), format("x", ">3"), format(1234567, ","), format(0.5, "%"), format(7), format(True), format(None))
print("{:.3f} {!r} {:>5}".format(1.5, "a", 2), "{x:.1f}{y}".format(x=1, y="b"), "{{}}".format(), "{0}{0}".format("a"))
print("{:+d} {: d} {:x} {:e} {:g} {:%}".format(1, 2, 255, 12345.678, 1e-7, 0.25))
for spec in ("d", "5d", "<5d", "^5d", "+d", "x", "X", "b", "o", ",", "_", "e", ".1f", "g", "%", "c", "n", "=+6d"):
    print(spec, "[" + format(65, spec) + "]")
for spec in ("f", ".0f", ".3f", "10.2f", "<10.2f|", "e", ".2e", "g", ".3g", "%", ".1%", "+.1f", "010.3f", ",.2f", "G", "E", "n"):
    try:
        print(spec, "[" + format(1234.5678, spec) + "]")
    except ValueError as e:
        print(spec, e)
for spec in ("", "s", "10", "<10", ">10", "^10", "*^10", ".2", "10.2", "-<6"):
    print(spec, "[" + format("text", spec) + "]")
