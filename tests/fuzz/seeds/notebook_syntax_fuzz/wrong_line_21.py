with a as b
    c
