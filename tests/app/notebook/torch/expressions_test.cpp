// SPDX-License-Identifier: MIT
// Hundreds of expressions against PyTorch 1.13.1, through the interpreter: what repr says of each,
// or the type and the words of its error. The goldens are made by tests/oracle/notebook_arrays.py.
#include <gtest/gtest.h>

#include "app/notebook/runtime/engine.hpp"
#include "app/notebook/torch/torch.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook::torch {
namespace {

std::string text_of(const std::string& before, const std::string& expression) {
  runtime::Engine engine({}, torch_modules(std::make_shared<arrays::Context>()));
  const std::string source =
      "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n"
      "torch.manual_seed(7)\n" +
      before + "print(repr(" + expression + "))\n";
  const auto outcome = engine.run(source, "cell.py", runtime::CellMode::kScript);
  if (!outcome.error) return outcome.output.substr(0, outcome.output.size() - 1);
  return outcome.error->type + ": " + outcome.error->message;
}

class Expressions : public ::testing::TestWithParam<const char*> {};

TEST_P(Expressions, ReadAsPyTorchPrintsThem) {
  const auto golden = normscope::testing::read_json_data("notebook_arrays/expressions.json");
  const auto& group = golden["groups"][GetParam()];
  ASSERT_GT(group["results"].size(), 40U);
  for (const auto& result : group["results"]) {
    EXPECT_EQ(text_of(group["before"], result[0]), result[1].get<std::string>()) << result[0];
  }
}

INSTANTIATE_TEST_SUITE_P(Torch, Expressions,
                         ::testing::Values("gradients", "errors", "mixed", "modules"),
                         [](const auto& group) { return std::string(group.param); });

}  // namespace
}  // namespace normscope::notebook::torch
