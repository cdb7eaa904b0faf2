// SPDX-License-Identifier: MIT
// What nobody has room or time for ends with an exception of the cell: elements beyond counting,
// metadata nested beyond sense, and long work while the person asks to stop.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/app/notebook/torch/embedded_python.hpp"

namespace normscope::notebook::torch {
namespace {

// The name of the exception that code ends with.
std::string failure_of(const std::string& source) {
  Cells cells;
  const std::string said = cells.run("import torch\nfrom torch import nn\n" + source);
  return said.empty() ? "nothing" : said.substr(0, said.find(':'));
}

TEST(Bounds, ElementsThatNobodyHasRoomForAreRefused) {
  for (const char* const code :
       {"torch.ones(10 ** 10)", "torch.empty(2 ** 40, 2 ** 40)", "torch.ones(2 ** 62, 4)",
        "torch.arange(10 ** 11)", "torch.randperm(10 ** 11)", "torch.eye(10 ** 6)",
        "torch.ones(3).repeat(10 ** 10)", "torch.nn.Linear(10 ** 6, 10 ** 6)",
        "torch.nn.functional.pad(torch.ones(3), (10 ** 11, 0))",
        "torch.nn.functional.one_hot(torch.tensor([10 ** 12]))",
        "torch.bincount(torch.tensor([10 ** 12]))",
        "torch.repeat_interleave(torch.ones(3), 10 ** 11)", "torch.tril_indices(10 ** 6, 10 ** 6)",
        "torch.kron(torch.ones(10 ** 5), torch.ones(10 ** 6))"}) {
    EXPECT_EQ(failure_of(code), "MemoryError") << code;
  }
}

TEST(Bounds, SizesThatNoNumberHoldsAreRefused) {
  for (const char* const code :
       {"torch.eye(2 ** 62)", "torch.diag(torch.ones(3), 2 ** 62)",
        "torch.diag(torch.ones(3), -2 ** 63)", "torch.repeat_interleave(torch.ones(3), 2 ** 62)",
        "torch.zeros(0).chunk(2 ** 62)"}) {
    EXPECT_EQ(failure_of(code), "MemoryError") << code;
  }
  for (const char* const code : {"torch.ones(3).split([2 ** 62] * 4)",
                                 "torch.arange(4).narrow(0, 2, 2 ** 63 - 1)[2 ** 40]"}) {
    EXPECT_EQ(failure_of(code), "RuntimeError") << code;
  }
}

TEST(Bounds, SoAreViewsOfThem) {
  for (const char* const code :
       {"torch.ones(1).expand(10 ** 12).sum()", "torch.ones(1).expand(10 ** 12).tolist()",
        "torch.ones(2 ** 20).unfold(0, 2 ** 19, 1).sum()",
        "torch.ones(1).expand(10 ** 6, 10 ** 6) + 1"}) {
    EXPECT_EQ(failure_of(code), "MemoryError") << code;
  }
}

TEST(Bounds, NestedMetadataEndsNothing) {
  const std::string nested = "a = [1.0]\nfor i in range(60000): a = [a]\n";
  EXPECT_EQ(failure_of(nested + "torch.tensor(a)"), "ValueError");
  EXPECT_EQ(failure_of(nested + "torch.ones(3)[a]"), "ValueError");
  EXPECT_EQ(failure_of(nested + "torch.zeros(a)"), "TypeError");
  EXPECT_EQ(failure_of("torch.zeros([1] * 60000)"), "MemoryError");
  EXPECT_EQ(failure_of("torch.ones(3)[(None,) * 60000]"), "MemoryError");
  EXPECT_EQ(failure_of("x = torch.ones(3)\nfor i in range(60000): x = x.unsqueeze(0)"),
            "MemoryError");
  // A chain of records, or of tensors, is given back without a call inside a call.
  const std::string chain = "x = torch.ones(1)\nfor i in range(60000):\n    ";
  EXPECT_EQ(failure_of(chain + "x = x + 1\ndel x"), "nothing");
  EXPECT_EQ(failure_of(chain + "y = torch.ones(1); y.grad = x; x = y\ndel x, y"), "nothing");
}

TEST(Bounds, AListThatChangesWhileItIsReadEndsNothing) {
  const std::string clearing =
      "class Clearing:\n    def __init__(self, what): self.what = what\n"
      "    def __len__(self): return 1\n"
      "    def __getitem__(self, at):\n        self.what.clear()\n        return [1.0][at]\n"
      "    def __index__(self):\n        self.what.clear()\n        return 1\n"
      "a = []\na += [Clearing(a)] * 1000\n";
  EXPECT_EQ(failure_of(clearing + "torch.tensor(a)"), "ValueError");
  EXPECT_EQ(failure_of(clearing + "torch.zeros(a[:60])"), "TypeError");
  EXPECT_EQ(failure_of(clearing + "torch.ones(3)[a]"), "ValueError");
}

TEST(Bounds, ATensorWithoutDimensionsHasOneElementAlongAny) {
  EXPECT_EQ(failure_of("x = torch.tensor(2.)\nassert x.argmax(0) == x.argmin(-1) == 0\n"
                       "assert x.max(0).values == x.sort(0).values == 2"),
            "nothing");
  EXPECT_EQ(failure_of("torch.tensor(2.).argmax(1)"), "IndexError");
}

class Stop : public ::testing::Test {
 protected:
  void TearDown() override { stop_flag_of_python() = false; }
};

TEST_F(Stop, OperationsEndAtOnce) {
  const std::string before = failure_of("");
  EXPECT_EQ(before, "nothing");
  stop_flag_of_python() = true;
  EXPECT_EQ(failure_of("torch.ones(3)"), "KeyboardInterrupt");
  stop_flag_of_python() = false;
  EXPECT_EQ(failure_of("torch.ones(3) + 1"), "nothing");
}

// One turn of each loop is minutes of work in a debug build: were the flag read between operations
// alone, the test would go on so long.
TEST_F(Stop, WorkThatHasBegunEnds) {
  for (const char* const code :
       {"a = torch.ones(4000, 4000)\nwhile True: a @ a",
        "a = torch.ones(4000, 4000)\nwhile True: torch.einsum('ij,jk->ik', a, a)",
        "a = torch.ones(40, 1000, 1000)\nwhile True: torch.bmm(a, a)",
        "a = torch.rand(4000, 4000)\nwhile True: a.sort()",
        "a = torch.rand(4000, 4000)\nwhile True: a.exp().cumsum(0)",
        "a = torch.ones(4000, 4000)\nwhile True: nn.LayerNorm(4000)(a)",
        "a = torch.zeros(1, dtype=torch.bool).expand(1000, 900, 1000)\nwhile True: a.nonzero()",
        "a = torch.ones(2)\ni = torch.ones(1).long().expand(10**8)\nwhile True: a.gather(0, i)",
        "a = torch.ones(10**8)\nwhile True: a.bernoulli_(); a.exponential_()"}) {
    std::thread person([] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      stop_flag_of_python() = true;
    });
    EXPECT_EQ(failure_of(code), "KeyboardInterrupt") << code;
    person.join();
    stop_flag_of_python() = false;
  }
}

}  // namespace
}  // namespace normscope::notebook::torch
