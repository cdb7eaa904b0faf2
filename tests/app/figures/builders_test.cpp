// SPDX-License-Identifier: MIT
// Every figure of ordinary and of odd batches, on every page: laid out without a text upon another,
// and recorded. NORMSCOPE_UPDATE_GOLDENS=1 in the environment writes the recordings anew: look at
// what changed in them, and why, before they are taken over.
#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "app/document/edits.hpp"
#include "app/figures/catalogue.hpp"
#include "tests/app/figures/page_rules.hpp"
#include "tests/app/figures/recorder.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures {
namespace {

using document::Document;
using results::Evaluation;

Evaluation evaluated(const Document& document) {
  return results::evaluate(document, 1, compute::make_backends(), compute::Device::kReference);
}

Document on_values(tensor::Shape shape, std::vector<float> values, bool softmax = false) {
  Document document = document::fitted(document::document_of(
      "x", document::Typed{}, testing::make(std::move(shape), std::move(values))));
  if (softmax) document.subject = document::Subject::kSoftmax;
  return document;
}

/// Numbers between -3 and 5 without a pattern that is seen, the same on every machine.
std::vector<float> spread(std::int64_t count) {
  std::vector<float> values;
  for (std::int64_t i = 0; i < count; ++i) {
    values.push_back(static_cast<float>(i * 7919 % 1009) / 126.125F - 3);
  }
  return values;
}

/// What a variant may differ by: eps outside instead of inside, another temperature.
Document variant(Document document) {
  document.norm.options.epsilon_placement = ops::EpsilonPlacement::kOutside;
  document.norm.options.epsilon = 0.125;
  document.softmax.temperature = 2;
  return document;
}

FigureRequest request_of(const Document& document) {
  return {.selection = {1, 2},
          .other = std::make_shared<const Evaluation>(evaluated(variant(document))),
          .other_name = "other eps"};
}

Figure made(std::string_view name, const Document& document) {
  return NORMSCOPE_VALUE_OR_FAIL(make_figure(name, evaluated(document), request_of(document)));
}

/// Recordings have no font of any machine in them.
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
  const Document lecture = document::welcome_document();
  for (const char* const name : {"profile", "statistics", "heatmap", "difference", "stage"}) {
    expect_recorded(name, made(name, lecture), kPage, ThemeName::kLight);
  }
  Document softmax = lecture;
  softmax.subject = document::Subject::kSoftmax;
  expect_recorded("softmax", made("softmax", softmax), kPage, ThemeName::kDark);
  Figure density = NORMSCOPE_VALUE_OR_FAIL(
      make_figure("distribution", evaluated(lecture), {.show = DistributionShow::kDensity}));
  expect_recorded("distribution", density, kPage, ThemeName::kPrint);
}

TEST(Builders, AreRecordedOfManyValues) {
  const Document batch = on_values({60, 100}, spread(6000));
  for (const char* const name : {"profile", "statistics", "heatmap", "difference", "stage"}) {
    expect_recorded(name + std::string("_large"), made(name, batch), kPage, ThemeName::kPrint);
  }
  expect_recorded("softmax_large", made("softmax", on_values({2, 500}, spread(1000), true)), kPage,
                  ThemeName::kPrint);
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
      const Figure figure = made(info.name, document);
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
