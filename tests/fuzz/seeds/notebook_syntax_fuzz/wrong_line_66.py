x = y; : z
