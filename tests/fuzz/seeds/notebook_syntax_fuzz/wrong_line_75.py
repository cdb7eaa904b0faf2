"a" "b" c
