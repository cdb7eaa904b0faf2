# SPDX-License-Identifier: MIT
"""Every committed script and drawn program, compared byte for byte with what Python and PyTorch printed.

    normscope-torch-host corpus.py TESTS_FOLDER

Runs each as tests/oracle/notebooks.py ran it with PyTorch, in a fork. What differs is listed with its
first line that does; the only differences that pass are those of differences.txt, each with its reason.
What is expected comes from Python 3.13. Another Python draws other marks below the lines of a traceback,
which are left out then, and has words and texts of its own: tests/data/notebooks_3.11 has some, and
differences_3.11.txt lists where else.
"""
import json
import os
import re
import sys
import tempfile
from itertools import zip_longest
from pathlib import Path

OWN_PYTHON = sys.version_info[:2] == (3, 13)
TESTS = Path(sys.argv[1]).resolve()
sys.path.insert(0, str(TESTS / 'oracle'))
import notebooks  # noqa: E402


def difference(wanted, got):
    """The first line in which two texts differ, as a sentence; empty when they are equal."""
    if wanted == got:
        return ''
    lines = zip_longest(wanted.decode().split('\n'), got.decode(errors='replace').split('\n'),
                        fillvalue='(nothing)')
    for number, (a, b) in enumerate(lines, 1):
        if a != b:
            return f'line {number}: wanted {a!r}, got {b!r}'
    return ''


def without_marks(traceback):
    """A traceback as Pythons since 3.11 agree on it: without the lines of nothing but ~ and ^."""
    return traceback if OWN_PYTHON else re.sub(rb'^ *[~^]+ *\n', b'', traceback, flags=re.MULTILINE)


def expected_differences():
    """{name: reason}; a name without a reason is a fault."""
    names = ['differences.txt'] + ([] if OWN_PYTHON else ['differences_3.11.txt'])
    texts = [Path(__file__).with_name(name).read_text(encoding='utf-8') for name in names]
    lines = [line for text in texts for line in text.splitlines() if line and not line.startswith('#')]
    return dict(line.split(': ', 1) for line in lines)


class Tally:
    """Counts what was compared, and collects what is not as expected."""

    def __init__(self, what, expected):
        self.what, self.expected = what, expected
        self.compared = self.equal = 0
        self.faults = []

    def add(self, name, wanted, got):
        self.compared += 1
        found = ' '.join(f'{stream} {text}' for stream, text in
                         (('stdout', difference(wanted[0], got[0])),
                          ('stderr', difference(without_marks(wanted[1]), without_marks(got[1])))) if text)
        if not found:
            self.equal += 1
            if name in self.expected:
                self.faults.append(f'{name}: is equal, and expected to differ')
        elif name not in self.expected:
            self.faults.append(f'{name}: {found}')

    def report(self):
        print(f'{self.what}: {self.compared} compared, {self.equal} equal')
        for fault in self.faults:
            print('  ' + fault)
        return not self.faults


def printed(folder, name):
    """What a script prints, and the traceback where it ends in an exception."""
    out, error, status = notebooks.run(folder, name)
    return out, error if status else b''


def golden(script, suffix):
    """What a script prints on one stream, as this Python prints it; nothing where there is no file."""
    path = script.with_suffix(suffix)
    other = TESTS / 'data' / 'notebooks_3.11' / path.relative_to(notebooks.SCRIPTS)
    if not OWN_PYTHON and other.exists():
        path = other
    return path.read_bytes() if path.exists() else b''


def scripts(expected):
    tally = Tally('scripts', expected)
    topics = {}
    for script in sorted(notebooks.SCRIPTS.glob('*/*.py')):
        wanted = golden(script, '.out'), golden(script, '.err')
        before = tally.equal
        got = printed(script.parent, script.name)
        tally.add(f'{script.parent.name}/{script.name}', wanted, got)
        equal, compared = topics.get(script.parent.name, (0, 0))
        topics[script.parent.name] = equal + tally.equal - before, compared + 1
    for topic, (equal, compared) in sorted(topics.items()):
        print(f'  {topic}: {equal} of {compared}')
    assert tally.compared >= 300, 'the scripts are not there'
    return tally.report()


def programs(expected, path):
    tally = Tally('drawn programs', expected)
    with open(path, encoding='utf-8') as stream:
        drawn = json.load(stream)['programs']
    with tempfile.TemporaryDirectory() as folder:
        for program in drawn:
            (Path(folder) / 'program.py').write_text(program['source'], encoding='utf-8')
            wanted = program['out'].encode(), program.get('err', '').encode()
            got = printed(Path(folder), 'program.py')
            tally.add(f'program {program["number"]}', wanted, got)
    assert tally.compared >= 200, 'the programs are not there'
    return tally.report()


def main():
    expected = expected_differences()
    good = scripts(expected)
    good = programs(expected, TESTS / 'data' / 'notebook_programs' / 'sample.json') and good
    if 'NORMSCOPE_ORACLE_DIR' in os.environ:
        folder = Path(os.environ['NORMSCOPE_ORACLE_DIR'])
        good = programs(expected, folder / 'notebook_programs' / 'all.json') and good
    return 0 if good else 1


if __name__ == '__main__':
    sys.exit(main())
