# json.dumps and json.loads, their options and errors.
import json
x = {"a": [1, 2.5, None, True, False, "é\n\"\\\t\u2028😀"], "b": {"c": {}}, 1: [], 2.5: (), None: "n", True: [[]]}
print(json.dumps(x)); print(json.dumps(x, indent=2)); print(json.dumps([3, {"z": 1, "a": 2}], sort_keys=True, indent=4, ensure_ascii=False)); print(json.dumps(x, separators=(",", ":"))); print(json.dumps({"a": 1}, indent="\t")); print(json.dumps("é", ensure_ascii=False), json.dumps([1e20, 1e-7, float("inf"), float("nan")]), json.dumps([]), json.dumps({}, indent=2), json.dumps([[], {}], indent=1))
print(json.loads('{"a": [1, 2.5, -3e2, null, true, false, "\\u00e9\\n\\ud83d\\ude00"], "b": {}}'), json.loads(' [ ] '), json.loads('"x"'), json.loads("-0"), json.loads("1E5"), json.loads("NaN"), json.loads('{"a":1,"a":2}'))
for t in ("", "{", "[1,", "[1 2]", '{"a" 1}', '{"a":}', '{a: 1}', '"abc', "nul", "[1]x", "{'a': 1}", "01", '"\n"', '"\\x"', '{"a": 1,}', "[1,]", "-", "1.", '"\\u12"', "[\n1,\n2\n,x]"):
    try: print(t, json.loads(t))
    except json.JSONDecodeError as e: print(repr(t), e, e.pos, e.lineno, e.colno)
for o in ({1, 2}, object, {(1, 2): 3}, [lambda: 0]):
    try: print(json.dumps(o))
    except TypeError as e: print(e)
a = []; a.append(a)
try: json.dumps(a)
except ValueError as e: print(e)
class P:
    def __init__(self): self.x = 1
print(json.dumps({"p": P()}, default=lambda o: o.__dict__))
class E(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, set): return sorted(o)
        return super().default(o)
print(json.dumps({"s": {3, 1, 2}}, cls=E))
print(json.loads('{"a": 1}', object_hook=lambda d: list(d.items())), json.loads("1.5", parse_float=str), json.loads("[1]", parse_int=float))
