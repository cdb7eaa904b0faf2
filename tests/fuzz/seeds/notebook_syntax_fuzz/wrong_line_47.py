x == = y
