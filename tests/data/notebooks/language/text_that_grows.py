# A text that grows in a loop stays what it was wherever else it is held.
def f(n):
    s = ''
    t = s
    for i in range(n):
        s += str(i)
        if i == 2: t = s
        s = s + ','
    return s, t
a = 'q' * 3
b = a + 'z'
print(a, b)
a = a + 'y'
print(a, b)
c = a
c += 'w'
print(a, c)
d = {a: 1}
a += '1'
print(d, a, a in d)
x = f(5)
print(x)
s = 'ab'
s += s
print(s, hash(s) == hash('abab'), {'abab': 3}[s])
l = ['a', 'b']
l[0] += 'c'
print(l)
class K:
    n = 'k'
    n += 'l'
    m = n
    n += 'o'
    print(n, m)
k = K(); k.n += 'z'; print(k.n, K.n)
def g():
    u = 'é'
    u += 'ü' + u
    v = u
    u += '漢'
    return u, v, len(u), u[-1]
print(g())
def outer():
    z = 'a'
    def inner():
        nonlocal z
        z += 'b'
        w = z
        z += 'c'
        return w
    return inner(), z
print(outer())
for name in ['p' + str(1)]:
    name += '!'
    print(name)
try:
    e = 'a' + 'b'
    e += 1
except TypeError as err:
    print(err, e)
long = ''
for i in range(200000):
    long += 'xy'
print(len(long), long[-3:])
