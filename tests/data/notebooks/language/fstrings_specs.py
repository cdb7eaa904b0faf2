pi = 3.14159265
n = 42
name = "norm"
print(f"{pi:.2f} {pi:8.3f}| {pi:<8.3f}| {pi:^9.3f}| {pi:+.1f} {pi:08.2f} {pi:e} {pi:.3e} {pi:g}")
print(f"{n:5d}| {n:<5}| {n:^5}| {n:05d} {n:+d} {n:x} {n:#x} {n:b} {n:#b} {n:o} {n:c} {n:,}")
print(f"{name:10}| {name:>10}| {name:^10}| {name:*^10}| {name:.2}| {name!r} {name!r:>10}|")
print(f"{1234567.891:,.2f} {1234567:,} {1234567:_} {0.25:%} {0.123456:.1%} {1e10:.3g} {1e-10:g}")
print(f"{True} {True:d} {None} {[1, 2]} {(1,)} {{'a': 1}} { {'a': 1} }")
width, digits = 12, 4
print(f"{pi:{width}.{digits}f}| {pi:>{width}}| {name:{'*'}^{width}}|")
print(f"{n:.1f} {n:.0f} {2.5:.0f} {3.5:.0f} {0.5:.0f} {1e16:.0f} {-0.0:.1f} {-0.04:.1f}")
print(f"{float('nan'):.2f} {float('inf'):8.2f}| {-float('inf')} {float('nan'):05.1f}")
print(f"{'a' 'b'} {n + 1} {n * 2 = } {n=} {name=} {name!s} {pi=:.3f} { n = }")
print(f"{n!r:>6}|{'x':>3}{'y':<3}|{-5:=+6d}|{5: d}|{-5: d}|{3.0:g}|{3.0}|{100000.0:g}|{1e6:g}")
print(f"{255:08b} {255:#010x} {-255:#06x} {1000000:e} {12:3}|{12:<3}|{'12':3}|")
print(f"{0.1 + 0.2:.17f} {0.1:.20f} {1 / 3:.10g} {123456.789:.2e} {0:.3f} {1e300:.4g}")
