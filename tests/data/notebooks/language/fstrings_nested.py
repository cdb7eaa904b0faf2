d = {"mean": 0.5, "std": 1.25}
rows = [[1, 2], [3, 4]]
print(f"mean {d['mean']:.3f}, std {d['std']:.3f}")
print(f'{d["mean"]} and {rows[1][0]} and {len(rows)}')
print(f"{'nested ' + f'{1 + 1}'} {f'{d}'}")
print(f"{', '.join(f'{v:.1f}' for v in d.values())}")
print(f"{(lambda x: x * 2)(4)} {max(rows, key=lambda r: r[0])}")
print(f"{'yes' if rows else 'no'} {rows[0][::-1]} {[x * x for x in range(3)]}")
print(f"""triple
{d['mean']}
done""")
print(f"{{}} {{{1}}} {'{'} {'}'}")
print(f"a" "b" f"{1}" "c{}", "x" f"{2}")
print(rf"\d{1}\n", repr(f"\t{1}\n"))
print(f"{d!r} {'q'!r} {'é'!a} {1!s:>4}")
print(f"{1:>{len('abc') + 2}}|{'ab':{'<'}{6}}|{3.14159:{'.2'}{'f'}}")
