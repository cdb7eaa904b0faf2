# SPDX-License-Identifier: MIT
"""What Python 3.11 prints for each snippet of tests/data/notebook_runtime.

Each file of snippets (parted by lines that hold nothing but `%`) becomes a JSON file of the same
name: for every snippet its text, what it prints, and the error that ends it. The machine in
app/notebook/runtime has to give the same.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

FILE = "snippet.py"


def outcome(folder: pathlib.Path, source: str) -> dict:
    path = folder / FILE
    path.write_text(source, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-I", "-X", "utf8", "-W", "ignore", str(path)],
        capture_output=True, text=True, encoding="utf-8", timeout=60, check=False)
    return {"source": source, "out": run.stdout, "error": run.stderr.replace(str(path), FILE)}


def main() -> None:
    if sys.version_info[:2] != (3, 11):
        sys.exit("the goldens stand for Python 3.11")
    target = pathlib.Path(sys.argv[1])
    data = pathlib.Path(__file__).resolve().parent.parent / "data" / "notebook_runtime"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for path in sorted(data.glob("*.snippets")):
            sources = path.read_text(encoding="utf-8").split("\n%\n")
            made = [outcome(folder, source.rstrip("\n") + "\n") for source in sources]
            text = json.dumps({"python": "3.11", "snippets": made}, ensure_ascii=False, indent=1)
            (target / (path.stem + ".json")).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
