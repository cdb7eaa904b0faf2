a = print b
