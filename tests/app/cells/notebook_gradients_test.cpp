// SPDX-License-Identifier: MIT
// What a backward pass of the cells leaves at an operation, in the built-in torch and in a PyTorch
// of the person's own, and how it stands beside the backward pass of the stage.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/cells/lesson_notebook.hpp"
#include "app/document/comparison.hpp"
#include "app/document/edits.hpp"
#include "app/document/hand_written.hpp"
#include "app/document/session/session.hpp"
#include "app/results/evaluation.hpp"
#include "core/base/ulp.hpp"
#include "tests/app/kernel_options.hpp"
#include "tests/support/support.hpp"

namespace normscope::cells {
namespace {

using document::Document;
using document::LeftGrad;

struct LeftGradients : public ::testing::Test {
  void SetUp() override {
    if (!testing::has_kernel()) GTEST_SKIP() << "this build has no kernel";
    const auto options = testing::kernel_options();
    if (options.python && !options.python->has_torch) GTEST_SKIP() << "no torch (python3-torch)";
  }

  // The document of the variable y after these cells, each a step.
  static Document opened(const std::vector<std::string>& cells) {
    std::vector<lessons::Cell> all;
    all.reserve(cells.size());
    for (const std::string& source : cells) all.push_back({.source = source});
    LessonNotebook notebook("notebook", all, testing::kernel_options());
    for (int number = 1; number <= static_cast<int>(all.size()); ++number) {
      const CellWatch watch{.on_output = [](std::string_view) {}};
      EXPECT_EQ(notebook.run(number, {}, watch).error, "");
    }
    const CellVariables variables = notebook.variables();
    const auto y =
        std::ranges::find_if(variables, [](const auto& each) { return each->name == "y"; });
    if (y == variables.end() || !(*y)->variable) {
      ADD_FAILURE() << "y cannot be put onto the stage";
      return document::welcome_document();
    }
    auto edit =
        document::open_variable(document::welcome_document(), *(*y)->variable, (*y)->values);
    return NORMSCOPE_VALUE_OR_FAIL(edit).after;
  }

  static Document backward_of(const Document& forward) {
    const auto on = NORMSCOPE_VALUE_OR_FAIL(document::show_backward(forward, true));
    return NORMSCOPE_VALUE_OR_FAIL(document::take_left_upstream(on.after)).after;
  }

  static results::Evaluation evaluated(const Document& document) {
    return results::evaluate(document, 1, compute::make_backends(), compute::Device::kCpu);
  }

  static std::vector<std::string> sentences(const Document& document) {
    const results::Evaluation evaluation = evaluated(document);
    EXPECT_FALSE(evaluation.failure);
    std::vector<std::string> all;
    for (const auto& beside : evaluation.left) all.push_back(results::sentence_of(beside));
    return all;
  }
};

constexpr const char* kByHand =
    "import torch\n"
    "torch.manual_seed(0)\n"
    "x = torch.randn(2, 4, requires_grad=True)\n"
    "gamma = torch.full((4,), 2.0, requires_grad=True)\n"
    "mean = x.mean(-1, keepdim=True)\n"
    "var = x.var(-1, keepdim=True, unbiased=False)\n"
    "y = (x - mean) / torch.sqrt(var + 1e-5) * gamma\n"
    "w = torch.tensor([[1.0, -2.0, 0.5, 3.0], [0.25, 1.0, -1.0, 2.0]])\n";

TEST_F(LeftGradients, AreThoseOfTheOutputTheInputAndTheParameters) {
  const Document forward = opened({kByHand, "(y * w).sum().backward()"});
  const document::LeftGradient* const dy = document::left_gradient(forward, "output");
  ASSERT_NE(dy, nullptr);
  EXPECT_EQ(dy->values, document::Array(testing::make({2, 4}, {1, -2, .5, 3, .25, 1, -1, 2})));
  EXPECT_EQ(dy->grad, LeftGrad::kInner);
  const document::LeftGradient* const dx = document::left_gradient(forward, "input");
  ASSERT_NE(dx, nullptr);
  EXPECT_EQ(dx->grad, LeftGrad::kSame);
  EXPECT_TRUE(dx->whole);

  Document backward = backward_of(forward);
  backward.backward.form = trace::BackwardForm::kChain;
  const results::Evaluation evaluation = evaluated(backward);
  ASSERT_FALSE(evaluation.failure);
  ASSERT_EQ(evaluation.left.size(), 2U);
  // The chain rule goes the same ways as autograd, whose sums have other orders: a few units of
  // what is added up.
  for (const auto& beside : evaluation.left)
    EXPECT_LE(beside.difference.ulps, 8) << beside.left->of;
  EXPECT_EQ(evaluation.left.back().left->of, "gamma");

  const auto compared = NORMSCOPE_VALUE_OR_FAIL(document::compare_left_gradient(backward));
  const results::Evaluation both = evaluated(compared.after);
  ASSERT_TRUE(both.compared);
  EXPECT_EQ(*both.compared->outputs[1], *dx->values.values());

  // A session keeps them.
  const auto read = document::from_session(document::to_session(backward));
  ASSERT_TRUE(read);
  EXPECT_TRUE(document::has_left_upstream(*read));

  // Of other numbers there is nothing to compare.
  Document edited = backward;
  edited.backward.upstream = document::Array(testing::make({2, 4}, std::vector<float>(8, 1)));
  EXPECT_TRUE(evaluated(edited).left.empty());
}

TEST_F(LeftGradients, AreToldApartFromWhatGradHolds) {
  const std::string loss = "(y * w).sum().backward(retain_graph=True)\n";
  const auto about = [&](const std::string& cell) {
    const auto all = sentences(backward_of(opened({kByHand, cell})));
    return all.empty() ? std::string() : all.front();
  };
  EXPECT_TRUE(about(loss).starts_with("The notebook's gradient of x ")) << about(loss);
  EXPECT_TRUE(about(loss).ends_with(" It stands in .grad.")) << about(loss);
  EXPECT_NE(about(loss + loss).find("the sum of several backward passes"), std::string::npos);
  EXPECT_NE(about(loss + "x.grad = None").find("was cleared since (zero_grad)"), std::string::npos);
  EXPECT_NE(about(loss + "x.grad.zero_()").find("was cleared since (zero_grad)"),
            std::string::npos);
  EXPECT_NE(about("((y * w).sum() + x.sum()).backward()").find("by other ways, too"),
            std::string::npos);
}

TEST_F(LeftGradients, OfAnInputThatIsNoLeaf) {
  const auto about = [&](const std::string& keep) {
    const auto all = sentences(backward_of(
        opened({"import torch\ntorch.manual_seed(0)\nu = torch.randn(2, 4, requires_grad=True)\n"
                "x = u * 2\n" +
                keep + "y = torch.softmax(x, -1)\n(y ** 2).sum().backward()"})));
    return all.empty() ? std::string() : all.front();
  };
  EXPECT_NE(about("").find("keeps no .grad of it (retain_grad)"), std::string::npos);
  EXPECT_NE(about("x.retain_grad()\n").find("It stands in .grad."), std::string::npos);
}

TEST_F(LeftGradients, AreNoneWithoutABackwardPass) {
  const Document forward = opened({kByHand, "torch.autograd.grad((y * w).sum(), x)"});
  EXPECT_EQ(document::left_gradient(forward, "output"), nullptr);
  EXPECT_FALSE(document::take_left_upstream(forward));
  EXPECT_FALSE(document::compare_left_gradient(forward));
}

}  // namespace
}  // namespace normscope::cells
