rows = [("model", "params", "loss"), ("gpt-nano", 85_000, 3.14159), ("gpt-micro", 1_234_567, 2.71828), ("gpt-mini", 10_000_000, 1.5)]
for name, p, l in rows:
    print("{:<12}|{:>12}|{:>8}".format(name, p, l))
for name, p, l in rows[1:]:
    print(f"{name:<12}|{p:>12,}|{l:>8.3f}")
    print("%-12s|%12d|%8.2e" % (name, p, l))
print("{0} {1} {0} {name!r:>10} {2[0]} {3.real}".format("a", "b", [7], 3, name="n"))
print(f"{'centered':^20}|{'fill':*^20}|{3:+}|{-3: }|{255:#x}|{255:08b}|{1e9:,.0f}|{0.256:.1%}|{1234.5678:10.2f}|{'x':>{5}}")
print(f"{12345.678:.3g} {0.00001234:g} {1e20:g} {123456789:e} {float('nan'):>6} {float('inf'):<6}| {True:d} {3.0} {1e16} {1e15}")
print("\t".join(str(i) for i in range(5)), "a\tb".expandtabs(4), "=" * 20, "-" * 3 + ">" , sep="\n")
title = "results"
print(title.center(30, "~"), title.upper().ljust(12, ".") + "|", title.capitalize().rjust(12) + "|", title.zfill(10), sep="\n")
print("a,b;c d".replace(";", ",").replace(" ", ",").split(","), " x ".strip() + "|", "a-b-c".rsplit("-", 1), "abc".partition("b"), "path/to/file".rpartition("/"))
value, width = 3.14159, 10
print(f"{value:{width}.{2}f}|{value!r}|{value=}|{value = :.2f}|{width=:>5}|{'nested ' + f'{width}'}")
print("{:>10s}|{:^10s}|{:<10s}|".format("r", "c", "l"), "{:_}".format(1000000), "{:.2s}".format("abcdef"), "{{}}".format(), "{:%}".format(0.5))
print("multi\nline\ttab \\ backslash 'single' \"double\"", r"raw\n", 'it''s', "con" "cat", sep=" | ")
for i in range(3):
    print(i, end=", " if i < 2 else "\n")
print(*[1, 2, 3], sep=" < ")
print("Epoch [{}/{}], Step [{:>3}/{}], Loss: {:.4f}".format(1, 10, 5, 100, 0.123456))
