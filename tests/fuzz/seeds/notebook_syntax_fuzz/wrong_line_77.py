print f(x)
