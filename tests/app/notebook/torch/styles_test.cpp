// SPDX-License-Identifier: MIT
// Normalizations and softmaxes in the many ways in which people write them, run as code and read
// back: each gives what the table says, and what is none is not taken for one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/names.hpp"
#include "core/text/lines.hpp"
#include "tests/app/notebook/evaluated_program.hpp"
#include "tests/app/notebook/sent_records.hpp"
#include "tests/app/notebook/torch/embedded_python.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook::torch {
namespace {

struct Style {
  std::string gives;
  std::string code;
};

// The cells of the table, with what runs before each.
std::vector<Style> styles() {
  std::vector<Style> all;
  std::string gives;
  std::string before;
  bool is_new = true;
  const std::string table =
      testing::read_file(testing::data_path("recognition/written_by_hand.txt"));
  for (std::string_view rest = table; !rest.empty();) {
    const std::string_view line = text::take_line(rest);
    if (line.starts_with("#")) continue;
    const bool is_heading = line.starts_with("== ");
    is_new = is_new || is_heading || line.empty();
    if (is_heading) gives = line.substr(3);
    if (is_heading || line.empty()) continue;
    if (gives == "before") {
      before += std::string(line) + "\n";
      continue;
    }
    if (is_new) all.push_back({gives, before});
    is_new = false;
    all.back().code += std::string(line) + "\n";
  }
  return all;
}

std::string options_text(const ops::NormOptions& options) {
  std::string text(base::name_of(ops::normalization_names(), options.kind));
  if (!options.normalized_shape.empty()) {
    text += " over " + tensor::shape_to_text(options.normalized_shape);
  }
  if (options.groups != 1) text += fmt::format(" of {} groups", options.groups);
  if (options.returned == ops::Returned::kMean) return text + ", its mean";
  text +=
      options.epsilon_placement == ops::EpsilonPlacement::kNone
          ? ", no eps"
          : fmt::format(", eps {} {}", options.epsilon,
                        base::name_of(ops::epsilon_placement_names(), options.epsilon_placement));
  return text + fmt::format(", {}, {}",
                            base::name_of(ops::variance_estimator_names(), options.estimator),
                            base::name_of(ops::variance_algorithm_names(), options.algorithm));
}

std::string options_text(const ops::SoftmaxOptions& options) {
  return fmt::format("{}softmax over dim {}, temperature {}, {}", options.log ? "log-" : "",
                     options.dim, options.temperature,
                     base::name_of(ops::softmax_algorithm_names(), options.algorithm));
}

std::string text_of(const std::optional<recognition::Recognized>& found) {
  if (!found) return "nothing";
  std::string text =
      std::visit([](const auto& options) { return options_text(options); }, found->options);
  if (!found->preset.empty()) text += fmt::format(", {}", found->preset);
  if (found->gamma) text += ", gamma";
  if (found->beta) text += ", beta";
  return text;
}

// The chain as a program begins with the recognized input, and has each recognized step.
void expect_program(const protocol::Records& records, const recognition::Recognized& found) {
  const auto program = recognition::chain_program(records.graph, found);
  // What PyTorch's function does, and rows of a loop, are no steps of the whole.
  if (found.built_in) return;
  ASSERT_TRUE(program);
  EXPECT_EQ(program->front().step.name, "input");
  for (const recognition::Step& step : found.steps) {
    const auto named =
        std::ranges::find_if(*program, [&](const auto& at) { return at.step.name == step.name; });
    EXPECT_TRUE(step.record < 0 || named != program->end()) << step.name;
  }
  testing::expect_values(*program, records);
}

TEST(Styles, EachIsRecognizedAsTheTableSays) {
  const std::vector<Style> all = styles();
  EXPECT_GT(all.size(), 60U);
  for (const Style& style : all) {
    SCOPED_TRACE(style.code);
    Cells cells;
    EXPECT_EQ(cells.run(style.code), "");
    const arrays::Array& y = cells.array("y");
    const auto found = testing::recognized(y);
    EXPECT_EQ(text_of(found), style.gives);
    if (!found) continue;
    ASSERT_EQ(found->values.size(), found->steps.size());
    const auto values = arrays::values_of<float>(y);
    for (std::size_t i = 0; i < values.size(); ++i) {
      // Built-in operations round otherwise than their chain; by hand it is exact.
      EXPECT_NEAR(found->values.back().values()[i], values[i], 1e-6F);
    }
    expect_program(protocol::records_of(y), *found);
  }
}

constexpr const char* kStart =
    "import torch\ntorch.manual_seed(0)\nx = torch.randn(3, 6)\nd = x - x.mean(-1, keepdim=True)\n"
    "eps = 1e-5\n";

std::optional<recognition::Recognized> chain_of(const std::string& code) {
  Cells cells;
  EXPECT_EQ(cells.run(kStart + code), "") << code;
  return testing::recognized(cells.array("y"));
}

TEST(Styles, RowsOfALoopKeepTheirValuesAndLines) {
  const auto found = chain_of(
      "y = torch.zeros(3, 6)\n"
      "for i, row in enumerate(x):\n"
      "    m = row.mean()\n"
      "    s = torch.sqrt(row.var(unbiased=False) + eps)\n"
      "    y[i] = (row - m) / s");
  ASSERT_TRUE(found);
  const auto& steps = found->steps;
  ASSERT_EQ(steps.front().shape, (tensor::Shape{3, 6}));
  EXPECT_EQ(steps[1].name, "mean");
  EXPECT_EQ(steps[1].shape, (tensor::Shape{3, 1}));
  EXPECT_EQ(found->steps[1].place.line, 8);
  EXPECT_EQ(found->steps.back().place.line, 10);
  const auto whole = chain_of("y = d / torch.sqrt(x.var(-1, False, keepdim=True) + eps)");
  ASSERT_TRUE(whole);
  for (std::int64_t group = 0; group < 3; ++group) {
    EXPECT_EQ(found->values[1].values()[static_cast<std::size_t>(group)],
              whole->values[1].values()[static_cast<std::size_t>(group)]);
  }
}

}  // namespace
}  // namespace normscope::notebook::torch
