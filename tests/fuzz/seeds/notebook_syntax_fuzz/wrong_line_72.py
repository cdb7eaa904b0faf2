try: x; y
except z
