if x:
    y
      z
