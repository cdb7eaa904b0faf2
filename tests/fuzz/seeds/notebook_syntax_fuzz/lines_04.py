u'a'
'''a'''
"""a"b""c"""
'a' 'b' "c"
'a' r'\b' '\x62'
'é' "日本"
'\ud800'
'\400'
'a\
b'
""
f''
f'a'
f'{x}'
f"{x!r}"
f"{x!s:>10}"
f"{x!a}"
f"{x:.2f}"
f"{x:{width}}"
f"{x:{width}.{precision}f}"
f"{x:>{width}}"
