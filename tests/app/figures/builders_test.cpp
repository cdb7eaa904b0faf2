// SPDX-License-Identifier: MIT
// Every figure of ordinary and of unusual batches, on every page: laid out without overlapping
// texts, and compared with recordings. NORMSCOPE_UPDATE_GOLDENS=1 in the environment writes new
// recordings: review every change before committing them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "app/figures/paint/paint.hpp"
#include "tests/app/figures/support/built.hpp"
#include "tests/app/figures/support/page_rules.hpp"
#include "tests/app/figures/support/recorder.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures {
namespace {

using document::Document;
using results::Evaluation;

/// Recordings use metrics that depend on no installed font.
void expect_recorded(const std::string& name, const Figure& figure, Size size, ThemeName colours) {
  const EvenMeasure measure;
  Recorder recorder;
  paint(figure, size, theme(colours), measure, recorder);
  const std::string file = "figures/" + name + ".txt";
  const std::string now = recorder.to_text();
  if (const char* const update = std::getenv("NORMSCOPE_UPDATE_GOLDENS");
      update != nullptr && std::string_view(update) == "1") {
    testing::write_file(testing::data_path(file), now);
    return;
  }
  EXPECT_TRUE(testing::read_data(file) == now)
      << "another picture than tests/data/" << file << "; with NORMSCOPE_UPDATE_GOLDENS=1 it is "
      << "written there, and git shows what changed";
}

constexpr Size kPage{500, 350};

TEST(Builders, AreRecorded) {
  for (const auto& [name, figure, colours] : built_figures()) {
    expect_recorded(name, figure, kPage, colours);
  }
}

class OnEveryPage : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Builders, OnEveryPage, ::testing::Bool(),
                         [](const auto& one) { return one.param ? "Softmax" : "Norm"; });

TEST_P(OnEveryPage, NothingOverlapsOrLeaves) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const std::vector<std::pair<tensor::Shape, std::vector<float>>> batches = {
      {{2, 6}, spread(12)},
      {{30, 50}, spread(1500)},
      {{2, 3, 4}, spread(24)},
      {{0, 3}, {}},
      {{3, 0}, {}},
      {{1}, {4}},
      {{2, 2}, {3, 3, 3, 3}},
      {{2, 3}, {kNan, 1, 2, kInf, -kInf, 3}},
      {{2, 2}, {kNan, kNan, kNan, kNan}},
      {{2, 3}, {1e-30F, -1e-30F, 1e30F, 0, 1, -1e30F}}};
  const EvenMeasure measure;
  const Theme colours = theme(ThemeName::kLight);
  for (const auto& [shape, values] : batches) {
    const Document document = on_values(shape, values, GetParam());
    const Evaluation evaluation = evaluated(document);
    for (const FigureInfo& info : figures_of(evaluation)) {
      const Figure figure = build_figure(info.name, document);
      for (const Size& page : pages()) {
        EXPECT_EQ(page_problem(figure, page, colours, measure), "")
            << info.name << " of " << tensor::shape_to_text(shape) << " on " << page.width << " x "
            << page.height;
      }
    }
  }
}

}  // namespace
}  // namespace normscope::figures
