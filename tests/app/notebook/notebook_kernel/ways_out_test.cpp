// SPDX-License-Identifier: MIT
// What IPython has and Python has not, and what cells cannot do: it is left out with a note, or
// told with a way out.
#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "app/notebook/client/client.hpp"
#include "tests/app/kernel_options.hpp"

namespace normscope::notebook::client {
namespace {

struct CellsOfNotebooks : public ::testing::Test {
  static Outcome run(Client& client, std::string_view source) {
    return client.run({source, "cell 1"});
  }
  static std::string value_of(std::string_view source) {
    Client client(testing::kernel_options());
    const Outcome outcome = run(client, source);
    EXPECT_FALSE(outcome.error) << outcome.error->traceback;
    return outcome.value.value_or("none");
  }
  static std::string notes_of(std::string_view source) {
    Client client(testing::kernel_options());
    const Outcome outcome = run(client, source);
    EXPECT_FALSE(outcome.error) << outcome.error->traceback;
    return outcome.notes;
  }
  static protocol::CellError error_of(std::string_view source) {
    Client client(testing::kernel_options());
    const Outcome outcome = run(client, source);
    EXPECT_TRUE(outcome.error) << source;
    return outcome.error.value_or(protocol::CellError{});
  }
};

TEST_F(CellsOfNotebooks, LinesThatAreLeftOutAreNoted) {
  Client client({});
  const Outcome outcome = run(client,
                              "%matplotlib inline\n%load_ext autoreload\n!pip install torch\n"
                              "!nvidia-smi\n%time x = 6\n%timeit x + 1\nx");
  EXPECT_EQ(outcome.value, "6");
  EXPECT_EQ(outcome.notes,
            "line 2: left out: `%load_ext autoreload`\n"
            "line 3: left out: `!pip install torch` (no programs run from here)\n"
            "line 4: left out: `!nvidia-smi` (no programs run from here)\n"
            "line 6: left out: `%timeit x + 1`");
  EXPECT_EQ(run(client, "%%time\nx + 1").value, "7");
  const Outcome asked = run(client, "import math\nmath.pi?\nmath.floor??\nx + 2");
  EXPECT_EQ(asked.value, "8");
  EXPECT_EQ(asked.notes,
            "line 2: left out: `math.pi?` (help(...) prints what there is)\n"
            "line 3: left out: `math.floor??` (help(...) prints what there is)");
  EXPECT_EQ(error_of("is it?").message, "invalid syntax");
  EXPECT_EQ(run(client, "x").notes, "");
}

TEST_F(CellsOfNotebooks, AMissingModuleNamesDebiansPackageOrAnotherWay) {
  Client client({});
  const Outcome outcome = run(client,
                              "import sys\n"
                              "class Finder:\n"
                              "    def find_spec(self, name, path=None, target=None):\n"
                              "        if name in ('numpy', 'ipywidgets'):\n"
                              "            raise ModuleNotFoundError(f'No module named {name!r}',"
                              " name=name)\n"
                              "sys.meta_path.insert(0, Finder())\nimport numpy.linalg");
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->type, "ModuleNotFoundError");
  EXPECT_EQ(outcome.error->message, "No module named 'numpy'");
  EXPECT_TRUE(outcome.error->traceback.ends_with(
      "ModuleNotFoundError: No module named 'numpy'\n"
      "numpy is not installed here; Debian has it as python3-numpy\n"))
      << outcome.error->traceback;
  EXPECT_TRUE(run(client, "from ipywidgets import interact")
                  .error->traceback.ends_with("call the function with the values, or put the array "
                                              "onto the stage.\n"));
}

TEST_F(CellsOfNotebooks, WhatPyTorchHasSinceVersionTwoIsHere) {
  EXPECT_EQ(value_of("import torch\ntorch.nn.RMSNorm(4)"),
            "RMSNorm((4,), eps=None, elementwise_affine=True)");
  EXPECT_EQ(value_of("import torch\nhasattr(torch.nn.functional, 'scaled_dot_product_attention')"),
            "True");
}

// PyTorch has these types since 2.3, without most operations on them.
TEST_F(CellsOfNotebooks, ATypeOfNumPysThatTensorsDoNotHaveIsNamed) {
  Client client(testing::kernel_options());
  const Outcome outcome =
      run(client, "import numpy\nimport torch\ntorch.from_numpy(numpy.zeros(2, 'uint16'))");
  ASSERT_TRUE(outcome.error);
  if (outcome.error->type == "ModuleNotFoundError") GTEST_SKIP() << outcome.error->message;
  EXPECT_EQ(outcome.error->type, "TypeError");
  EXPECT_TRUE(outcome.error->message.starts_with(
      "can't convert np.ndarray of type numpy.uint16. The only supported types are: float64,"))
      << outcome.error->message;
}

TEST_F(CellsOfNotebooks, CaptureKeepsWhatACellPrints) {
  Client client(testing::kernel_options());
  const Outcome kept =
      run(client, "%%capture kept\nimport sys\nprint('out')\nsys.stderr.write('err')\n7");
  EXPECT_EQ(kept.output + kept.complaints, "");
  EXPECT_EQ(kept.value, std::nullopt);
  EXPECT_EQ(run(client, "kept.stdout + kept.stderr").value, "'out\\nerr'");
  EXPECT_EQ(run(client, "kept.show()").output, "out\n");
  const Outcome failed = run(client, "%%capture\nprint('lost')\n1 / 0");
  EXPECT_EQ(failed.output, "");
  ASSERT_TRUE(failed.error);
  EXPECT_EQ(failed.error->type, "ZeroDivisionError");
  EXPECT_EQ(run(client, "%%capture\nx = (").error->type, "SyntaxError");
  EXPECT_EQ(run(client, "print('seen')").output, "seen\n");
}

TEST_F(CellsOfNotebooks, HelpAndExitAreThereAsInPython) {
  Client client(testing::kernel_options());
  EXPECT_EQ(run(client, "def f(a, b=1):\n    'Adds.'\nhelp(f)").output,
            "Help on function f in module __main__:\n\nf(a, b=1)\n    Adds.\n\n");
  EXPECT_EQ(run(client, "import torch\nhelp(torch.softmax)").output,
            "PyTorch's manual has it: https://pytorch.org/docs/2.6/generated/torch.softmax.html\n");
  EXPECT_EQ(
      run(client, "help(torch.nn.functional.linear); help(torch.ones(1).sum)").output,
      "PyTorch's manual has it: "
      "https://pytorch.org/docs/2.6/generated/torch.nn.functional.linear.html\n"
      "PyTorch's manual has it: https://pytorch.org/docs/2.6/generated/torch.Tensor.sum.html\n");
  EXPECT_EQ(run(client, "exit(3)").error->type, "SystemExit");
}

TEST_F(CellsOfNotebooks, WhatLiesOutsideIsToldInTheLinesOfTheCellAndOneSentence) {
  // Python 3.13 marks the call by a line of its own.
  const std::regex mark("\n *[~^]+(?=\n)");
  EXPECT_EQ(
      std::regex_replace(error_of("import subprocess\nsubprocess.run(['ls'])").traceback, mark, ""),
      "Traceback (most recent call last):\n"
      "  File \"cell 1\", line 2, in <module>\n"
      "    subprocess.run(['ls'])\n"
      "PermissionError: [Errno 1] Operation not permitted\n"
      "Cells start no other programs and keep no files: print() what is to be kept.\n");
  EXPECT_TRUE(
      error_of("input('name? ')")
          .traceback.ends_with("EOFError: EOF when reading a line\n"
                               "No line was typed for it: write the value into the cell.\n"));
}

TEST_F(CellsOfNotebooks, MagicsThatOnlySetTheNotebookUpAreLeftOut) {
  EXPECT_EQ(value_of("%matplotlib inline\n!pip install 'torch\n1"), "1");
  EXPECT_EQ(value_of("if 1:\n  %config InlineBackend.figure_format = 'retina'\n2"), "2");
  EXPECT_EQ(value_of("%load_ext autoreload\r\n%autoreload 2\r\n3"), "3");
  EXPECT_EQ(value_of("x = '''\n%time\n!ls\n'''\nlen(x)"), "11");
  EXPECT_EQ(value_of("(5\n% 2)"), "1");
  const auto error = error_of("import math\n%matplotlib inline\nx = !ls");
  EXPECT_EQ(error.line, 3);
  EXPECT_EQ(error.traceback,
            "  File \"cell 1\", line 3\n"
            "    x = !ls\n"
            "        ^^^\n"
            "SyntaxError: not supported: `!ls` (a shell command); no programs run from here\n");
  EXPECT_EQ(error_of("x = (1 +").message, "'(' was never closed");
}

// What a failed cell would have set is still what it was: later cells say so.
TEST_F(CellsOfNotebooks, NumbersThatRestOnAFailedCellSaySo) {
  Client client(testing::kernel_options());
  const auto notes = [&](std::string_view source, std::string_view name) {
    return client.run({source, std::string(name)}).notes;
  };
  EXPECT_EQ(notes("x = 1\ny = 1\ndef f():\n    return y", "cell 1"), "");
  EXPECT_EQ(notes("x = 2\ny = 1 / 0\nz, (w, *_) = 3, (4, 5)\nimport math as m", "cell 2"), "");
  EXPECT_EQ(notes("x", "cell 3"), "") << "that line had run";
  EXPECT_EQ(notes("print(x + y)", "cell 4"),
            "`y` is from before cell 2, which did not run to its end");
  EXPECT_EQ(notes("z", "cell 5"), "") << "a NameError says it";
  EXPECT_EQ(notes("g = [y for x in range(2)]", "cell 6"),
            "`y` is from before cell 2, which did not run to its end");
  EXPECT_EQ(notes("y = 5\ny + 1", "cell 7"), "");
  EXPECT_EQ(notes("y", "cell 8"), "") << "it was set anew";
}

TEST_F(CellsOfNotebooks, AnyMagicIsLeftOutWithANote) {
  EXPECT_EQ(notes_of("%watermark -v\n%flake8_on\nx = 1\n%tensorboard --logdir runs"),
            "line 1: left out: `%watermark -v`\nline 2: left out: `%flake8_on`\n"
            "line 4: left out: `%tensorboard --logdir runs`");
  EXPECT_EQ(value_of("y = %time 2 + 3\ny"), "5");
  // A cell whose magic measures Python is run, one in another language is not.
  EXPECT_EQ(value_of("%%memit\n2 + 2"), "4");
  EXPECT_EQ(value_of("%%heat\n%matplotlib inline\n2 + 3"), "5");
  for (const char* const cell : {"%%html\n<b>x</b>", "%%bash\nls", "%%mermaid\ngraph TD; A-->B"}) {
    const std::string magic(cell, std::string_view(cell).find('\n'));
    EXPECT_EQ(notes_of(cell), "left out: the cell of `" + magic + "`, which is not in Python");
  }
}

}  // namespace
}  // namespace normscope::notebook::client
