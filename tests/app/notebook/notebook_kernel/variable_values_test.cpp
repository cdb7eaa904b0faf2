// SPDX-License-Identifier: MIT
// Variables, their numbers and their records, on the way from the kernel to the app.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/notebook/client/client.hpp"
#include "tests/app/kernel_options.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook::client {
namespace {

using protocol::Variable;

struct Values : public ::testing::Test {
  static KernelOptions options() {
    KernelOptions options = testing::kernel_options();
    options.program = NORMSCOPE_KERNEL_WITH_ARRAYS;
    return options;
  }

  Outcome run(std::string_view source) {
    Outcome outcome = peer.run({source, "cell"});
    EXPECT_FALSE(outcome.error) << outcome.error->traceback;
    return outcome;
  }
  std::vector<Variable> variables() { return NORMSCOPE_VALUE_OR_FAIL(peer.variables()); }
  Variable variable(const std::string& name) {
    for (const Variable& each : variables()) {
      if (each.name == name) return each;
    }
    ADD_FAILURE() << "no variable " << name;
    return {};
  }
  tensor::Tensor numbers(const std::string& name) {
    return NORMSCOPE_VALUE_OR_FAIL(peer.numbers(variable(name)));
  }

  Client peer{options()};
};

TEST_F(Values, WithNamesThatNobodyWritesAreNotListed) {
  run("globals()['n' * 8_000_000] = 1.0\nx = 2.0");
  const std::vector<Variable> listed = variables();
  ASSERT_EQ(listed.size(), 1U);
  EXPECT_EQ(listed.front().name, "x");
}

TEST_F(Values, AreListedInOrder) {
  run("import probe, math\n"
      "b = probe.numbers(3)\n"
      "_hidden = b\n"
      "def f(): pass\n"
      "class C: pass\n"
      "s = 'text'\n"
      "a = 2\n"
      "t = True\n"
      "l = [[1, 2.5], (3, True)]\n"
      "ragged = [[1], [2, 3]]\n"
      "empty = []\n"
      "big = 10 ** 400\n"
      "endless = []\nendless.append(endless)\n"
      "raw = b'123'\n");
  std::vector<std::string> told;
  for (const Variable& each : variables()) {
    told.push_back(each.name + " " + each.type + " " + tensor::shape_to_text(each.shape));
  }
  EXPECT_EQ(told,
            (std::vector<std::string>{"b float32 (3)", "a int ()", "t bool ()", "l list (2, 2)"}));
}

TEST_F(Values, NumbersArriveAsTheyAre) {
  run("import probe\na = probe.numbers(5)\nf = probe.flags()\nn = -2.5\nl = [[1, 2], [3, 4]]\n"
      "none = probe.numbers(0)\nm = memoryview(bytes([1, 2, 255]))");
  EXPECT_EQ(numbers("a"), testing::make({5}, {0, 1, 2, 3, 4}));
  EXPECT_EQ(numbers("f"), testing::make({3}, {1, 0, 1}));
  EXPECT_EQ(numbers("n"), testing::make({}, {-2.5F}));
  EXPECT_EQ(numbers("l"), testing::make({2, 2}, {1, 2, 3, 4}));
  EXPECT_EQ(numbers("none"), testing::make({0}, {}));
  EXPECT_EQ(numbers("m"), testing::make({3}, {1, 2, 255}));
}

TEST_F(Values, ArraysOfNumPyArriveAsTensorsDo) {
  const Outcome outcome = peer.run({"import numpy as np", "cell"});
  if (outcome.error && outcome.error->type == "ModuleNotFoundError") GTEST_SKIP() << "no NumPy";
  run("line = np.array([0.1, 2.5, -3])\n"
      "table = np.arange(6, dtype=np.int32).reshape(2, 3)\n"
      "turned = table.T[::-1]\n"
      "half = np.array([0.5, 65504], dtype=np.float16)\n"
      "flags = np.array([[True], [False]])\n"
      "cube = np.zeros((2, 0, 4), dtype='float32')\n"
      "zero = np.array(7)\n"
      "words = np.array(['a', 'b'])\n"
      "things = np.array([None, {}])\n"
      "fields = np.zeros(2, dtype=[('a', 'f4'), ('b', 'f4')])\n"
      "waves = np.ones(2, dtype=complex)\n"
      "swapped = np.ones(2, dtype='>f8')\n");
  std::vector<std::string> told;
  for (const Variable& each : variables()) {
    told.push_back(each.name + " " + each.type + " " + tensor::shape_to_text(each.shape));
  }
  EXPECT_EQ(told,
            (std::vector<std::string>{"line numpy.float64 (3)", "table numpy.int32 (2, 3)",
                                      "turned numpy.int32 (3, 2)", "half numpy.float16 (2)",
                                      "flags numpy.bool (2, 1)", "cube numpy.float32 (2, 0, 4)",
                                      "zero numpy.int64 ()"}));
  EXPECT_EQ(numbers("line"), testing::make({3}, {0.1F, 2.5F, -3}));
  EXPECT_EQ(numbers("turned"), testing::make({3, 2}, {2, 5, 1, 4, 0, 3}));
  EXPECT_EQ(numbers("half"), testing::make({2}, {0.5F, 65504}));
  EXPECT_EQ(numbers("flags"), testing::make({2, 1}, {1, 0}));
  EXPECT_EQ(numbers("zero"), testing::make({}, {7}));
}

TEST_F(Values, SmallAndUnsignedNumbersOfNumPyArriveInATypeThatHoldsThem) {
  const Outcome outcome = peer.run({"import numpy as np", "cell"});
  if (outcome.error && outcome.error->type == "ModuleNotFoundError") GTEST_SKIP() << "no NumPy";
  run("a = np.array([-128, 127], dtype='int8')\n"
      "b = np.array([[-32768, 32767], [1, 2]], dtype='int16').T\n"
      "c = np.array([65535], dtype='uint16')\n"
      "d = np.array([2 ** 32 - 256], dtype='uint32')\n"
      "e = np.array([2 ** 63], dtype='uint64')\n"
      "f = np.int8(-3)\n");
  std::vector<std::string> told;
  for (const Variable& each : variables()) {
    told.push_back(each.name + " " + each.type + " " + tensor::shape_to_text(each.shape));
  }
  EXPECT_EQ(told, (std::vector<std::string>{"a numpy.int8 (2)", "b numpy.int16 (2, 2)",
                                            "c numpy.uint16 (1)", "d numpy.uint32 (1)",
                                            "e numpy.uint64 (1)", "f numpy.int8 ()"}));
  EXPECT_EQ(numbers("a"), testing::make({2}, {-128, 127}));
  EXPECT_EQ(numbers("b"), testing::make({2, 2}, {-32768, 1, 32767, 2}));
  EXPECT_EQ(numbers("c"), testing::make({1}, {65535}));
  EXPECT_EQ(numbers("d"), testing::make({1}, {4294967040.0F}));
  EXPECT_EQ(numbers("e"), testing::make({1}, {9223372036854775808.0F}));
  EXPECT_EQ(numbers("f"), testing::make({}, {-3}));
}

TEST_F(Values, ManyNumbersArrive) {
  run("import probe\na = probe.numbers(10 ** 7)");
  const tensor::Tensor all = numbers("a");
  ASSERT_EQ(all.size(), 10'000'000);
  // Up to 2^24 every whole number is a float32.
  EXPECT_EQ(all.values()[0], 0.0F);
  EXPECT_EQ(all.values()[7'654'321], 7'654'321.0F);
  EXPECT_EQ(all.values()[9'999'999], 9'999'999.0F);
}

TEST_F(Values, AVariableThatIsNotThere) {
  run("x = 1");
  Variable other = variable("x");
  other.name = "y";
  const auto numbers = peer.numbers(other);
  ASSERT_FALSE(numbers);
  EXPECT_EQ(numbers.error().kind, base::ErrorKind::kNotFound);
  // One that has changed since has another size: no harm, and the kernel goes on.
  other = variable("x");
  run("x = [1, 2, 3]");
  EXPECT_FALSE(peer.numbers(other));
  EXPECT_EQ(run("x").value, "[1, 2, 3]");
}

TEST_F(Values, AStampTellsWhetherAnArrayIsTheSame) {
  run("import probe\na = probe.numbers(4)\nb = a");
  const std::uint64_t first = variable("a").stamp;
  EXPECT_EQ(variable("a").stamp, first);
  run("c = 1");
  EXPECT_EQ(variable("a").stamp, first);
  run("probe.fill(b)");
  const std::uint64_t filled = variable("a").stamp;
  EXPECT_NE(filled, first);
  run("a = probe.numbers(4)");
  EXPECT_NE(variable("a").stamp, filled);
}

TEST_F(Values, RecordsComeWithTheirLinesAndValues) {
  run("import probe\nx = probe.numbers(3)");
  run("\n\ny = probe.softmax(x)");
  EXPECT_FALSE(NORMSCOPE_VALUE_OR_FAIL(peer.records("x")));
  EXPECT_FALSE(NORMSCOPE_VALUE_OR_FAIL(peer.records("nobody")));
  const auto graph = NORMSCOPE_VALUE_OR_FAIL(peer.records("y"));
  ASSERT_TRUE(graph);
  ASSERT_EQ(graph->records.size(), 2U);
  EXPECT_EQ(graph->records[1].operation, "softmax");
  EXPECT_EQ(graph->records[1].run, 2);
  EXPECT_EQ(graph->records[1].line, 3);
  const auto taken = NORMSCOPE_VALUE_OR_FAIL(peer.values(*graph, {1, 0}));
  ASSERT_EQ(taken.size(), 2U);
  EXPECT_EQ(taken[1], testing::make({3}, {0, 1, 2}));
  // What was changed since is not what was recorded.
  run("probe.fill(x)");
  EXPECT_FALSE(peer.values(*graph, {1}));
  const auto later = NORMSCOPE_VALUE_OR_FAIL(peer.records("y"));
  ASSERT_TRUE(later);
  EXPECT_FALSE(later->records[0].held);
  EXPECT_FALSE(peer.values(*later, {0}));
  EXPECT_TRUE(peer.values(*later, {1}));
  float sum = 0;
  for (const float value : taken[0].values()) sum += value;
  EXPECT_NEAR(sum, 1.0F, 1e-6F);  // three roundings of float32
}

TEST_F(Values, ALongLoopOverArraysHeedsTheFlag) {
  Cell cell{"import probe\nprobe.spin()", "cell"};
  cell.at_most = std::chrono::milliseconds(20);
  const Outcome outcome = peer.run(cell);
  ASSERT_TRUE(outcome.error);
  EXPECT_TRUE(outcome.error->interrupted);
  EXPECT_FALSE(outcome.kernel_ended);
}

}  // namespace
}  // namespace normscope::notebook::client
