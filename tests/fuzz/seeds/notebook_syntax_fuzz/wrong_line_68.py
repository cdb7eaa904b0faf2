while a b: pass
