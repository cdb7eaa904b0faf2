print("waiting")
raise KeyboardInterrupt
