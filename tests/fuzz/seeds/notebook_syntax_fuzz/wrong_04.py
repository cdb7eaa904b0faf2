while x:
    class B:
        continue
