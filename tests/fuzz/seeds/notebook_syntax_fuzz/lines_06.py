f"{a[1:2]}"
f"{(x:=5)}"
f"{x:=5}"
f"{x!r:^{width}.{precision}}"
f'''{x}'''
f'\n{x}\t'
f"\{x}"
rf"\{x}\n"
fr'{x:\d}'
'a' f'{x}' 'b'
f'{x}' f'{y}'
'a' 'b' f'c{d}' 'e' 'f'
f"{yield_}"
f"{x:%Y-%m-%d}"
f"{*a, b}"
f"{f'{x}'}"
f"{f'{y!r}'!r}"
f"{x for x in y}"
f"\u00e9{x}\x41"
f"é{x}ü{y}"
