x -> y
