x in
