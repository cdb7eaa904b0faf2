# heapq, bisect, string, types, textwrap, numbers, time and warnings.
import heapq, bisect, string, types, textwrap, numbers, time, warnings
h = [5, 3, 8, 1, 9, 2]; heapq.heapify(h); print(h); heapq.heappush(h, 0); print(h, heapq.heappop(h), h, heapq.heapreplace(h, 7), h, heapq.heappushpop(h, 1), h, heapq.nlargest(3, h), heapq.nsmallest(2, h), list(heapq.merge([1, 4], [2, 3])), heapq.nlargest(2, ["a", "ccc", "bb"], key=len))
import random
random.seed(3)
h = []
for i in range(100): heapq.heappush(h, (random.randint(0, 20), i))
print(h, [heapq.heappop(h) for _ in range(100)])
try: heapq.heappop([])
except IndexError as e: print(e)
a = [1, 2, 2, 3, 5]; print(bisect.bisect(a, 2), bisect.bisect_left(a, 2), bisect.bisect_right(a, 9)); bisect.insort(a, 4); print(a)
print(string.ascii_letters, string.digits, string.punctuation, repr(string.whitespace), string.capwords("hello  world x"), string.hexdigits, repr(string.printable))
n = types.SimpleNamespace(a=1, b="x"); n.c = 3; print(n, n == types.SimpleNamespace(a=1, b="x", c=3), isinstance(len, types.BuiltinFunctionType), isinstance(lambda: 0, types.FunctionType))
print(textwrap.dedent("""
    a
      b

    c
""")); print(textwrap.indent("a\nb\n\nc", "> "))
print(isinstance(1, numbers.Number), isinstance(1.5, numbers.Integral), isinstance(True, numbers.Integral), isinstance("a", numbers.Number), isinstance(1.5, numbers.Real))
t0 = time.perf_counter(); time.sleep(0.01); print(time.perf_counter() - t0 > 0.009, time.time() > 1.6e9, type(time.time()).__name__, isinstance(time.time_ns(), int))
warnings.filterwarnings("ignore"); warnings.warn("x"); warnings.simplefilter("ignore", category=DeprecationWarning)
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always"); warnings.warn("hey", DeprecationWarning); print(len(w), w[0].message, w[0].category.__name__)
with warnings.catch_warnings():
    warnings.simplefilter("error")
    try: warnings.warn("boom")
    except UserWarning as e: print("err", e)
