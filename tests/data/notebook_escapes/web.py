# Fetches a page.
# expected: URLError|PermissionError
import urllib.request

urllib.request.urlopen(f"http://127.0.0.1:{PORT}/")
