// SPDX-License-Identifier: MIT
// `normscope run` as a shell sees it: the text on each stream, and the exit status. (The tests in
// tests/app/notebook/torch_module check that each script prints the same as Python.)
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/app/kernel_options.hpp"
#include "tests/e2e/process.hpp"
#include "tests/support/notebook_goldens.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

namespace fs = std::filesystem;

Ended run_text(const std::string& name, const std::string& text,
               const std::vector<std::string>& more = {}) {
  const TemporaryFolder folder;
  write_file(folder / name, text);
  std::vector<std::string> arguments{"run", name};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_normscope(running_cells(arguments), folder.path());
}

Ended run_data(const std::string& name, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{"run", data_path(name).string()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_normscope(running_cells(arguments));
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), by);
    at += by.size();
  }
  return text;
}

TEST(Run, AScriptPrintsWhatPythonPrints) {
  for (const char* name : {"tutorials/b_lecture_cells", "programs/bank_account",
                           "tutorials/multi_head_attention", "programs/attention_without_torch"}) {
    const std::string data = std::string("notebooks/") + name;
    const Ended ended = run_data(data + ".py");
    EXPECT_EQ(ended.status, 0) << name << ": " << ended.err;
    EXPECT_EQ(ended.out, read_data(data + ".out")) << name;
    EXPECT_EQ(ended.err, "") << name;
  }
}

TEST(Run, AFileIsToldByItsContent) {
  const Ended lesson = run_text(
      "lesson.txt",
      "+++\nid = \"a\"\ntitle = \"A\"\nsource = \"us\"\n+++\n## One\n```python\n1 + 1\n```\n");
  EXPECT_EQ(lesson.out, "2\n") << lesson.err;
  const Ended notebook = run_text(
      "notebook",
      R"({"cells": [{"cell_type": "code", "execution_count": null, "metadata": {}, "outputs": [],
          "source": "1 + 2"}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})");
  EXPECT_EQ(notebook.out, "3\n") << notebook.err;
  // A script may have any name.
  EXPECT_EQ(run_text("script", "print(4)\n").out, "4\n");
}

// Python names a script by its whole path; the goldens have its bare name.
TEST(Run, AnErrorKeepsWhatWasPrintedAndShowsPythonsTraceback) {
  const std::string python =
      run_text("version.py", "import platform\nprint(platform.python_version())\n").out;
  ASSERT_TRUE(python.starts_with("3.")) << python;
  for (const char* name :
       {"zero_division", "chained_from", "syntax_missing_colon", "torch_shape_mismatch"}) {
    const std::string data = std::string("errors/") + name;
    const Ended ended = run_data("notebooks/" + data + ".py");
    EXPECT_EQ(ended.status, 1) << name;
    EXPECT_EQ(ended.out, read_file(notebook_golden(data + ".out", python))) << name;
    const std::string folder = data_path("notebooks/errors").string() + "/";
    EXPECT_EQ(replaced(ended.err, folder, ""), read_file(notebook_golden(data + ".err", python)))
        << name;
  }
}

TEST(Run, ARelativePathIsShownWhole) {
  const Ended ended = run_text("wrong.py", "print('one')\n1 / 0\n");
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(ended.out, "one\n");
  EXPECT_NE(ended.err.find("/wrong.py\", line 2, in <module>"), std::string::npos) << ended.err;
}

TEST(Run, ANotebookShowsTheLastExpressionOfEachCell) {
  const Ended ended = run_data("notebook_checks/plain.ipynb");
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out,
            "{'to': 2, 'be': 2, 'or': 1, 'not': 1}\nbe 2\nnot 1\nor 1\nto 2\nboth\n'result'\n");
}

TEST(Run, ANotebookRunsAsFarAsItCanAndSaysHowFar) {
  const Ended ended = run_data("notebook_checks/failing.ipynb");
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(ended.out, "before\ntensor(6.)\n");
  EXPECT_NE(ended.err.find("RuntimeError: The size of tensor a (3)"), std::string::npos)
      << ended.err;
  EXPECT_TRUE(
      ended.err.ends_with("failing.ipynb: 2 of 4 cells ran; cells 2, 3 did not run to their end\n"))
      << ended.err;
}

TEST(Run, ARefusalIsItsSentenceAndThePersonsOwnLines) {
  const Ended ended = run_text("own.py",
                               "import torch\n"
                               "def f(x):\n"
                               "    return torch.linalg.svd(x)\n"
                               "f(torch.ones(2, 2))\n");
  EXPECT_TRUE(ended.err.starts_with("not supported: torch.linalg.svd: ")) << ended.err;
  EXPECT_NE(ended.err.find("own.py\", line 3, in f\n    return torch.linalg.svd(x)\n"),
            std::string::npos)
      << ended.err;
  EXPECT_EQ(ended.err.find("<normscope>"), std::string::npos) << ended.err;
}

TEST(Run, ALessonRunsItsCells) {
  const std::string lesson =
      "+++\nid = \"x\"\ntitle = \"X\"\nsource = \"s\"\n+++\n## One\n\n```python\nx = 20\nx + "
      "1\n```\n\n"
      "```output\n21\n```\n\n## Two\n\n```python\nprint(x)\n```\n\n```output\n20\n```\n";
  const Ended ended = run_text("lesson.md", lesson);
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out, "21\n20\n");
  EXPECT_EQ(run_text("lesson.md", lesson, {"--check"}).status, 0);
  // A cell without an output block is not reported.
  const std::string silent =
      replaced(lesson, "## One\n\n", "## One\n\n```python\nprint(0)\n```\n\n");
  const Ended partly = run_text("lesson.md", silent, {"--check"});
  EXPECT_EQ(partly.status, 0) << partly.out;
  EXPECT_NE(partly.out.find("cell 1: not stored"), std::string::npos) << partly.out;
  const Ended wrong = run_text("lesson.md", replaced(lesson, "\n21\n", "\n22\n"), {"--check"});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_NE(wrong.out.find("different"), std::string::npos) << wrong.out;
}

TEST(Run, ACheckSaysWhatItFound) {
  const nlohmann::json expected = read_json_data("notebook_checks/expected.json");
  for (const auto& [name, wanted] : expected["notebooks"].items()) {
    const Ended ended = run_data("notebook_checks/" + name + ".ipynb", {"--check"});
    const std::string verdict = wanted["verdict"];
    EXPECT_EQ(ended.status, verdict == "reproducible" ? 0 : 1) << name;
    EXPECT_NE(ended.out.find(verdict), std::string::npos) << name << ": " << ended.out;
    const auto& cells = wanted["cells"];
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string line =
          "cell " + std::to_string(i + 1) + ": " + cells[i].get<std::string>() + "\n";
      EXPECT_NE(ended.out.find(line), std::string::npos) << name << ": no '" << line << "' in\n"
                                                         << ended.out;
    }
    EXPECT_EQ(std::ranges::count(ended.err, '\n'), verdict == "reproducible" ? 0 : 1) << ended.err;
  }
}

TEST(Run, TheRunsThatExplainAreNamed) {
  const Ended ended = run_data("notebook_checks/architecture_thrice.ipynb", {"--check"});
  EXPECT_NE(ended.out.find("1 2 3 3 3 4 5"), std::string::npos) << ended.out;
}

TEST(Run, WhatCannotBeRunIsOneLine) {
  const auto fails = [](const Ended& ended, int status, const std::string& words) {
    EXPECT_EQ(ended.status, status) << ended.err;
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
    EXPECT_NE(ended.err.find(words), std::string::npos) << ended.err;
  };
  fails(run_normscope({"run"}), 2, "FILE");
  fails(run_normscope({"run", "nowhere.py"}), 1, "nowhere.py");
  fails(run_text("x.ipynb", "not json"), 1, "x.ipynb");
  fails(run_text("x.md", "no lesson"), 1, "x.md");
  fails(run_text("x.py", "print(1)\n", {"--check"}), 2, "--check");
}

TEST(Run, WhatCellsWriteIsGoneAfterThem) {
  const TemporaryFolder folder;
  write_file(folder / "x.py", "open('left', 'w').write('a')\nprint(open('left').read())\n");
  const Ended ended = run_normscope(running_cells({"run", "x.py"}), folder.path());
  EXPECT_EQ(ended.out, "a\n") << ended.err;
  EXPECT_FALSE(fs::exists(folder / "left"));
}

TEST(Run, AKernelThatEndsIsOneLine) {
  const Ended ended = run_text("x.py", "import os\nos._exit(3)\n");
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
  EXPECT_NE(ended.err.find("ended its own process, with the status 3"), std::string::npos)
      << ended.err;
}

TEST(Run, AnInterruptIsKeyboardInterrupt) {
  const TemporaryFolder folder;
  write_file(folder / "x.py", "print('begun', flush=True)\nwhile True: pass\n");
  const Ended ended =
      run_normscope(running_cells({"run", "x.py"}), folder.path(), {.signal = SIGINT});
  EXPECT_EQ(ended.status, 130) << ended.err;
  EXPECT_EQ(ended.out, "begun\n");
  EXPECT_TRUE(ended.err.starts_with("Traceback (most recent call last):\n")) << ended.err;
  EXPECT_TRUE(ended.err.ends_with("\nKeyboardInterrupt\n")) << ended.err;
}

TEST(Run, APythonOfOnesOwnPrintsWhatItPrints) {
  const std::vector<std::string> own{"--python", NORMSCOPE_PYTHON};
  const Ended ended = run_text("x.py",
                               "import sys\n"
                               "print(sys.executable, __name__, __file__.endswith('x.py'))\n"
                               "print(sys.argv, '' in sys.path)\n"
                               "sys.exit('over')\n",
                               own);
  EXPECT_EQ(ended.out, std::string(NORMSCOPE_PYTHON) + " __main__ True\n[''] False\n");
  EXPECT_EQ(ended.err, "over\n");
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(run_data("notebook_checks/plain.ipynb", own).out,
            run_data("notebook_checks/plain.ipynb").out);
  const Ended lesson = run_text(
      "a.md",
      "+++\nid = \"a\"\ntitle = \"A\"\nsource = \"us\"\n+++\n## One\n```python\n1 + 1\n```\n", own);
  EXPECT_EQ(lesson.out, "2\n") << lesson.err;
}

TEST(Run, APythonOfOnesOwnIsInterrupted) {
  const TemporaryFolder folder;
  write_file(folder / "x.py", "print('begun', flush=True)\nwhile True: pass\n");
  const Ended ended = run_normscope(running_cells({"run", "x.py", "--python", NORMSCOPE_PYTHON}),
                                    folder.path(), {.signal = SIGINT});
  EXPECT_EQ(ended.status, 130) << ended.err;
  EXPECT_EQ(ended.out, "begun\n");
  EXPECT_TRUE(ended.err.ends_with("\nKeyboardInterrupt\n")) << ended.err;
}

TEST(Run, APythonOfOnesOwnReadsTheFolderThatIsAllowed) {
  const TemporaryFolder folder;
  write_file(folder / "numbers.txt", "1 2 3\n");
  write_file(folder / "beside.py", "x = 5\n");
  write_file(folder / "x.py", "import beside\nprint(beside.x, open('numbers.txt').read())\n");
  const std::vector<std::string> own{"run", "x.py", "--python", NORMSCOPE_PYTHON};
  const auto with = [&](const char* option) {
    std::vector<std::string> arguments = own;
    arguments.emplace_back(option);
    return run_normscope(arguments, folder.path());
  };
  if (!is_unconfined()) {
    EXPECT_EQ(run_normscope(own, folder.path()).status, 1);
    EXPECT_EQ(with("--allow-folder").out, "5 1 2 3\n\n");
  }
  // Trusted, it begins there as the person would begin it.
  EXPECT_EQ(with("--trust").out, "5 1 2 3\n\n");
  write_file(folder / "x.py", "import os\nprint(os.environ['HOME'])\n");
  EXPECT_EQ(with("--trust").out, std::string(std::getenv("HOME")) + "\n");
}

// What is stored is of Debian 12's packages (tests/oracle/own_python.py); elsewhere the cells must
// run.
TEST(Run, NotebooksInAPythonOfOnesOwnGiveWhatNbconvertGives) {
  const Ended versions =
      run_text("x.py",
               "import matplotlib, numpy, pandas, torch, tqdm\n"
               "print(torch.__version__.split('a')[0], pandas.__version__, numpy.__version__)\n",
               {"--python", NORMSCOPE_PYTHON});
  if (versions.status != 0)
    GTEST_SKIP() << NORMSCOPE_PYTHON << " lacks a package: " << versions.err;
  const bool as_stored = versions.out == "1.13.0 1.5.3 1.24.2\n";
  std::size_t notebooks = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(data_path("own_python"))) {
    SCOPED_TRACE(entry.path().filename());
    ++notebooks;
    const Ended ended = run_normscope(
        running_cells({"run", entry.path().string(), "--check", "--python", NORMSCOPE_PYTHON}));
    if (as_stored) {
      EXPECT_EQ(ended.status, 0) << ended.out;
    }
    EXPECT_EQ(ended.out.find("not run"), std::string::npos) << ended.out;
  }
  EXPECT_EQ(notebooks, 12U);
}

// As python3 does where its standard input is no terminal, in each of the two Pythons.
TEST(Run, CellsReadStandardInput) {
  const TemporaryFolder folder;
  write_file(folder / "x.py",
             "import sys\nname = input('name? ')\nprint(name, len(name))\n"
             "print(sys.stdin.read().split())\n"
             "try:\n    input('more? ')\nexcept EOFError as error:\n    print(error)\n");
  for (const bool own : {false, true}) {
    std::vector<std::string> words{"run", folder / "x.py"};
    if (own) words.insert(words.end(), {"--python", NORMSCOPE_PYTHON});
    const Ended ended =
        run_normscope(running_cells(words), ".", {.input = "Ann \xc3\xa9\n1 2\n3\nno end"});
    EXPECT_EQ(ended.out,
              "name? Ann \xc3\xa9 5\n['1', '2', '3', 'no', 'end']\nmore? EOF when reading a line\n")
        << ended.err;
    EXPECT_EQ(ended.status, 0) << ended.err;
  }
}

// What one cell leaves of it, the next one reads.
TEST(Run, TheNextCellReadsOn) {
  const TemporaryFolder folder;
  const std::string cell =
      R"j({"cell_type": "code", "metadata": {}, "execution_count": 1, "outputs": [], "source": "print(input())"})j";
  write_file(folder / "x.ipynb",
             R"j({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [)j" + cell + ", " +
                 cell + "]}");
  const Ended ended = run_normscope(running_cells({"run", folder / "x.ipynb"}), ".",
                                    {.input = "one\ntwo\nthree\n"});
  EXPECT_EQ(ended.out, "one\ntwo\n") << ended.err;
}

TEST(Run, WhatIsNoPythonIsOneLine) {
  const auto fails = [](const std::string& python, const std::string& words) {
    const Ended ended = run_text("x.py", "print(1)\n", {"--python", python});
    EXPECT_EQ(ended.status, 1);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
    EXPECT_NE(ended.err.find(words), std::string::npos) << ended.err;
  };
  fails("/nowhere/python3", "there is no Python: /nowhere/python3");
  fails("/etc/hostname", "no library of Python belongs to /etc/hostname");
  const TemporaryFolder folder;
  write_file(folder / "python3", "#!/bin/sh\nexec /usr/bin/python3 \"$@\"\n");
  fs::create_directories(folder / "lib/python3.9");
  write_file(folder / "lib/python3.9/os.py", "");
  fails((folder / "python3").string(), "is no program of this computer, but perhaps a script");
  write_file(folder / "pip", "");
  fails((folder / "pip").string(), "pip is no Python by its name");
}

TEST(Run, PrintingWithoutAnEndIsEnded) {
  const Ended ended = run_text("x.py", "while True:\n    print('on and on')\n");
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(ended.out.starts_with("on and on\non and on\n"));
  EXPECT_NE(ended.err, "");
}

}  // namespace
}  // namespace normscope::testing
