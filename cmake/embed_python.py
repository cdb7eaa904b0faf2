# SPDX-License-Identifier: MIT
"""Writes a C++ source that holds Python files as text and as compiled code.

    embed_python.py ROOT OUTPUT FILES...

FILES lie under ROOT, whose folders are packages. The code is marshalled by the Python that runs
this, which must be the one that reads it again (see app/notebook/embedded_python/files.hpp).
"""
import marshal
import sys
from pathlib import Path

HEAD = '''// Written by cmake/embed_python.py.
#include <array>

#include "app/notebook/embedded_python/files.hpp"

namespace normscope::notebook::python {
namespace {
'''


def literal(data):
    """Bytes as string literals, a hundred a line."""
    lines = []
    for start in range(0, len(data), 100):
        text = ''.join(chr(c) if 32 <= c < 127 and c not in b'"\\?' else f'\\{c:03o}'
                       for c in data[start:start + 100])
        lines.append(f'    "{text}"')
    return '\n'.join(lines) or '    ""'


def main():
    root, output, files = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
    parts, rows = [HEAD], []
    for number, path in enumerate(map(Path, files)):
        file = path.relative_to(root)
        source = path.read_bytes()
        code = marshal.dumps(compile(source, f'<normscope>/{file}', 'exec', dont_inherit=True))
        is_package = file.name == '__init__.py'
        name = '.'.join(file.parent.parts if is_package else file.with_suffix('').parts)
        parts.append(f'constexpr char kSource{number}[] =\n{literal(source)};\n'
                     f'constexpr char kCode{number}[] =\n{literal(code)};\n')
        rows.append(f'    {{"{name}", "{file}", {str(is_package).lower()},\n'
                    f'     std::string_view(kSource{number}, sizeof(kSource{number}) - 1),\n'
                    f'     std::string_view(kCode{number}, sizeof(kCode{number}) - 1)}},\n')
    parts.append(f'constexpr std::array<EmbeddedModule, {len(files)}> kModules{{{{\n'
                 + ''.join(rows) + '}};\n}  // namespace\n\n'
                 'std::span<const EmbeddedModule> embedded_modules() {\n  return kModules;\n}\n\n'
                 '}  // namespace normscope::notebook::python\n')
    output.write_text(''.join(parts))


if __name__ == '__main__':
    main()
