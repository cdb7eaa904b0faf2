x (y z)
