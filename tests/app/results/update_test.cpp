// SPDX-License-Identifier: MIT
// An updated evaluation has the same bits as a new one, for every kind and every place of the
// change; where an update cannot be right, there is none.
#include "app/results/update.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <random>

#include "app/results/errors.hpp"
#include "core/ops/presets.hpp"
#include "tests/support/support.hpp"

namespace normscope::results {
namespace {

using compute::Device;
using document::Document;

Document document_with(const tensor::Shape& shape) {
  std::vector<float> values(static_cast<std::size_t>(tensor::product(shape)));
  std::mt19937 bits(4);
  for (float& value : values) value = static_cast<float>(bits() >> 8U) * 0x1p-23F - 1.0F;
  auto x = NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::from_values(shape, std::move(values)));
  return document::fitted(document::document_of("x", document::Typed{}, std::move(x)));
}

Document with_numbers(Document document,
                      const std::vector<std::pair<std::int64_t, float>>& changes) {
  auto& values = document.inputs[document.input].values;
  values = values.with(changes);
  return document;
}

Evaluation coarsely_evaluated(const Document& document) {
  return evaluate(document, 1, compute::make_backends(), Device::kCpu);
}

Evaluation evaluated(const Document& document) {
  Evaluation result = coarsely_evaluated(document);
  auto exact = refine(result, {});
  return exact ? *std::move(exact) : result;
}

void expect_same_bits(std::span<const float> a, std::span<const float> b, const std::string& what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::bit_cast<std::uint32_t>(a[i]) == std::bit_cast<std::uint32_t>(b[i])) continue;
    FAIL() << what << ", element " << i << ": " << a[i] << " and " << b[i];
  }
}

void expect_same(const stats::Moments& a, const stats::Moments& b) {
  EXPECT_EQ(a.nan_count, b.nan_count);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a.mean), std::bit_cast<std::uint64_t>(b.mean));
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a.excess_kurtosis),
            std::bit_cast<std::uint64_t>(b.excess_kurtosis));
}

// Updates a document's evaluation after changes, and compares with a new evaluation.
void expect_update(const Document& document,
                   const std::vector<std::pair<std::int64_t, float>>& changes) {
  const Evaluation before = evaluated(document);
  const Document changed = with_numbers(document, changes);
  const auto updated = update(before, changed, 2, compute::make_backends(), Device::kAuto);
  ASSERT_TRUE(updated);
  const Evaluation fresh = evaluated(changed);
  EXPECT_EQ(updated->revision, 2U);
  EXPECT_TRUE(*updated->document == changed);
  expect_same_bits(updated->activations->values(), fresh.activations->values(), "activations");
  expect_same_bits(updated->result->y.values(), fresh.result->y.values(), "output");
  expect_same_bits(updated->result->first.values(), fresh.result->first.values(), "first");
  expect_same_bits(updated->result->second.values(), fresh.result->second.values(), "second");
  const auto& trace = updated->stages.back().trace;
  const auto& fresh_trace = fresh.stages.back().trace;
  ASSERT_EQ(trace.steps().size(), fresh_trace.steps().size());
  for (int step = 0; step < static_cast<int>(trace.steps().size()); ++step) {
    const std::string& name = trace.steps()[static_cast<std::size_t>(step)].name;
    expect_same_bits(trace.kept(step), fresh_trace.kept(step), name);
    if (trace.kept(step).empty()) {
      const bool for_each_group =
          trace.steps()[static_cast<std::size_t>(step)].shape != trace.steps().front().shape;
      // An element of the input, among those of its example's activations.
      const std::int64_t changed_at =
          changes.front().first * fresh.activations->size() / fresh.input->size();
      const std::int64_t at = for_each_group ? fresh.layout.locate(changed_at).group : changed_at;
      const float a = trace.value(step, at);
      const float b = fresh_trace.value(step, at);
      expect_same_bits(std::span(&a, 1), std::span(&b, 1), name);
    }
  }
  expect_same(updated->before.moments, fresh.before.moments);
  expect_same(updated->after.moments, fresh.after.moments);
  ASSERT_EQ(updated->large_groups.size(), fresh.large_groups.size());
  for (std::size_t group = 0; group < fresh.large_groups.size(); ++group) {
    expect_same(updated->large_groups[group].before, fresh.large_groups[group].before);
    expect_same(updated->large_groups[group].after, fresh.large_groups[group].after);
  }
  EXPECT_EQ(updated->error.ulps, fresh.error.ulps);
  EXPECT_EQ(updated->error.at, fresh.error.at);
  ASSERT_EQ(updated->cards.size(), fresh.cards.size());
  for (std::size_t card = 0; card < fresh.cards.size(); ++card) {
    EXPECT_EQ(updated->cards[card].id, fresh.cards[card].id);
    EXPECT_EQ(updated->cards[card].magnitudes.limit, fresh.cards[card].magnitudes.limit);
  }
}

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(Update, OfLayerNormHasTheBitsOfANewEvaluation) {
  const Document document = document_with({1100, 1000});
  expect_update(document, {{0, 5.0F}});
  expect_update(document, {{1099999, -3.0F}});
  expect_update(document, {{777, 1e30F}, {500500, kNan}, {500501, 2.0F}});
}

// Many values: first a sample, then all, which an update keeps up to date.
TEST(Update, OfManyValuesCountsTheChangedExamplesAgain) {
  const Document document = document_with({700, 500});
  const Evaluation coarse = coarsely_evaluated(document);
  ASSERT_GE(coarse.activations->size(), kManyValues);
  EXPECT_TRUE(coarse.before.sampled);
  EXPECT_TRUE(coarse.after.sampled);
  EXPECT_LT(coarse.before.moments.count, coarse.activations->size());
  EXPECT_EQ(coarse.before.counts, nullptr);
  const auto stopped = [] {
    std::stop_source stop;
    stop.request_stop();
    return stop.get_token();
  };
  EXPECT_FALSE(refine(coarse, stopped()));
  const auto exact = refine(coarse, {});
  ASSERT_TRUE(exact);
  EXPECT_EQ(exact->result, coarse.result) << "the output is not copied";
  EXPECT_FALSE(refine(*exact, {})) << "it is exact";
  EXPECT_EQ(exact->before.moments.count, coarse.activations->size());
  ASSERT_NE(exact->before.counts, nullptr);
  EXPECT_EQ(exact->before.counts->counts.size(), static_cast<std::size_t>(kFineBins));

  const auto expect_as_fresh = [&](const std::vector<std::pair<std::int64_t, float>>& changes) {
    const Document changed = with_numbers(document, changes);
    const auto updated = update(*exact, changed, 2, compute::make_backends(), Device::kAuto);
    ASSERT_TRUE(updated);
    const Evaluation fresh = evaluated(changed);
    expect_same(updated->before.moments, fresh.before.moments);
    expect_same(updated->after.moments, fresh.after.moments);
    for (const auto side : {&Evaluation::before, &Evaluation::after}) {
      const Described& described = (*updated).*side;
      if (!described.counts) continue;
      EXPECT_EQ(described.counts->counts, (fresh.*side).counts->counts);
    }
    // Values within the range of the others are counted, one beyond it changes every bin.
    const bool within = std::abs(changes.front().second) < 1;
    EXPECT_EQ(updated->before.counts != nullptr, within);
    EXPECT_EQ(is_coarse(*updated), !within);
    if (within) return;
    const auto again = refine(*updated, {});
    ASSERT_TRUE(again);
    EXPECT_EQ(again->before.counts->counts, fresh.before.counts->counts);
    EXPECT_FALSE(is_coarse(*again));
  };
  expect_as_fresh({{200'000, 0.25F}});
  expect_as_fresh({{12, 5.0F}});
}

TEST(Update, OfFewLongRowsHasTheBitsOfANewEvaluation) {
  expect_update(document_with({9, 140000}), {{140000, 5.0F}});
}

// Of the smaller batch, whole steps are kept and every group is checked.
TEST(Update, OfEveryPresetHasTheBitsOfANewEvaluation) {
  for (const ops::Preset& preset : ops::presets()) {
    SCOPED_TRACE(std::string(preset.name));
    for (const tensor::Shape& shape : {tensor::Shape{1100, 1000}, tensor::Shape{300, 900}}) {
      Document document = document_with(shape);
      document.norm.options = preset.options;
      expect_update(document::fitted(std::move(document)), {{33333, 4.0F}});
    }
  }
}

TEST(Update, OfSoftmaxHasTheBitsOfANewEvaluation) {
  for (const tensor::Shape& shape : {tensor::Shape{1100, 1000}, tensor::Shape{1000, 900}}) {
    Document document = document_with(shape);
    document.subject = document::Subject::kSoftmax;
    expect_update(document, {{2000, 9.0F}, {800000, -9.0F}});
  }
}

TEST(Update, OfGroupsOfChannelsHasTheBitsOfANewEvaluation) {
  for (const auto kind : {ops::Normalization::kGroupNorm, ops::Normalization::kInstanceNorm}) {
    Document document = document_with({50, 6, 4000});
    document.norm.options.kind = kind;
    document.norm.options.groups = 3;
    expect_update(document::fitted(std::move(document)), {{100000, 9.0F}});
  }
}

TEST(Update, BehindLayersHasTheBitsOfANewEvaluation) {
  Document document = document_with({150'000, 8});
  document.layers = {document::LinearLayer{9}, document::ReluLayer{}};
  const auto fitted = document::fitted(std::move(document));
  expect_update(fitted, {{33333, 4.0F}});
  expect_update(fitted, {{0, kNan}, {1'199'999, 1.0F}});
  Document narrow = document_with({150'000, 8});
  narrow.layers = {document::LinearLayer{6}, document::LinearLayer{8}};
  narrow = document::fitted(std::move(narrow));
  EXPECT_FALSE(update(evaluated(narrow), with_numbers(narrow, {{7, 1.0F}}), 2,
                      compute::make_backends(), Device::kAuto))
      << "the first layer's output is small, and its steps keep their values";
}

// Colours are made from a few groups; all other groups' statistics wait until they are shown.
TEST(Update, MakesTracesOfTheGroupsThatAreLookedAt) {
  const Document document = document_with({4096, 1024});
  const Evaluation before = evaluated(document);
  const auto updated = update(before, with_numbers(document, {{2'000'000, 4.0F}}), 2,
                              compute::make_backends(), Device::kAuto);
  ASSERT_TRUE(updated);
  constexpr std::int64_t kBlocks = 128;  // of 32 rows
  constexpr std::int64_t kSampled = 32;  // 16 places of elements and 16 groups
  for (const Evaluation* evaluation : {&before, &*updated}) {
    const auto& trace = evaluation->stages.back().trace;
    int late = 0;
    for (int step = 0; step < static_cast<int>(trace.steps().size()); ++step) {
      const auto* const statistic = trace.parts().late_of(step);
      if (statistic == nullptr) continue;
      ++late;
      ASSERT_EQ(statistic->blocks().count(), kBlocks);
      const std::int64_t computed = statistic->computed_blocks();
      EXPECT_LE(computed, kSampled);
      // The first visible rows: of a block that the colours have read.
      for (std::int64_t row = 0; row < 30; ++row) (void)trace.value(step, row);
      EXPECT_EQ(statistic->computed_blocks(), computed);
      (void)trace.value(step, 100);
      EXPECT_LE(statistic->computed_blocks(), computed + 1);
    }
    EXPECT_EQ(late, 2) << "mean and variance";
  }
}

TEST(Update, IsNoneWhereEverythingMustBeEvaluated) {
  const Document document = document_with({1100, 1000});
  const Evaluation before = evaluated(document);
  const auto updated = [&](const Document& changed, Device device = Device::kAuto) {
    return update(before, changed, 2, compute::make_backends(), device).has_value();
  };
  const Document changed = with_numbers(document, {{7, 1.0F}});
  EXPECT_TRUE(updated(changed));
  EXPECT_FALSE(updated(document)) << "nothing changed";
  EXPECT_FALSE(updated(changed, Device::kReference));
  Document other = changed;
  other.norm.options.epsilon = 1e-3;
  EXPECT_FALSE(updated(other)) << "another option";
  other = changed;
  other.layers = {document::ReluLayer{}};
  EXPECT_FALSE(updated(document::fitted(other))) << "layers";
  other = changed;
  other.comparison.emplace();
  EXPECT_FALSE(updated(other)) << "a comparison";
  std::vector<std::pair<std::int64_t, float>> many;
  for (std::int64_t row = 0; row < 300; ++row) many.emplace_back(row * 1000, 3.0F);
  EXPECT_FALSE(updated(with_numbers(document, many))) << "more than a quarter of the rows";
  EXPECT_FALSE(updated(document_with({1100, 1000}))) << "another base, whatever its numbers";
  other = changed;
  other.selection = {5, 5};
  other.view.figure = "heatmap";
  EXPECT_TRUE(updated(other)) << "what an evaluation knows nothing of";
}

// Columns of each example: neither contiguous nor over examples.
TEST(Update, OfColumnsWithinExamplesHasTheBitsOfANewEvaluation) {
  for (const std::int64_t columns : {700, 5}) {
    Document document = document_with({42'000 / columns, 30, columns});
    document.subject = document::Subject::kSoftmax;
    document.softmax.dim = 1;
    expect_update(document, {{50'000, 9.0F}, {700'001, -9.0F}});
  }
}

// Columns over all examples: of 5 the trace is made anew, of 39 and 1003 a block of statistics is.
TEST(Update, OfGroupsOverExamplesHasTheBitsOfANewEvaluation) {
  for (const std::int64_t columns : {5, 39, 1003}) {
    SCOPED_TRACE(columns);
    Document document = document_with({1'100'000 / columns, columns});
    document.norm.options.kind = ops::Normalization::kBatchNorm;
    document = document::fitted(std::move(document));
    expect_update(document, {{columns * 700 + 3, 5.0F}});
    document.subject = document::Subject::kSoftmax;
    document.softmax.dim = 0;
    expect_update(document, {{columns * 99, 9.0F}, {columns * 1000 + 1, -9.0F}});
  }
}

TEST(Update, OfChannelsOverExamplesHasTheBitsOfANewEvaluation) {
  for (const bool affine : {false, true}) {
    Document document = document_with({30, 12, 60, 60});
    document.norm.options.kind = ops::Normalization::kBatchNorm;
    document = document::fitted(std::move(document));
    for (auto* const parameter : {&document.norm.gamma, &document.norm.beta}) {
      parameter->on = affine;
      std::vector<std::pair<std::int64_t, float>> values;
      for (std::int64_t i = 0; i < 12; ++i) values.emplace_back(i, 0.5F + static_cast<float>(i));
      parameter->values = parameter->values.with(values);
    }
    expect_update(document, {{1'000'000, 9.0F}});
    expect_update(document, {{5, kNan}, {20'000, 2.0F}});
  }
}

TEST(Update, OfASingleExampleHasTheBitsOfANewEvaluation) {
  Document document = document_with({1, 1100, 1000});
  expect_update(document, {{77'777, 5.0F}});
  document = document_with({1, 40, 200, 200});
  document.norm.options.kind = ops::Normalization::kInstanceNorm;
  expect_update(document::fitted(std::move(document)), {{77'777, 5.0F}});
  document = document_with({3000, 4, 100});
  document.subject = document::Subject::kSoftmax;
  document.softmax.dim = 0;
  EXPECT_FALSE(update(evaluated(document),
                      with_numbers(document, {{7, 1.0F}, {100, 1.0F}, {200, 1.0F}}), 2,
                      compute::make_backends(), Device::kAuto))
      << "three of four sections";
}

// Of many values of a batch norm: the counts of the column that changes.
TEST(Update, OfManyValuesCountsTheChangedColumnsAgain) {
  Document document = document_with({700, 500});
  document.norm.options.kind = ops::Normalization::kBatchNorm;
  document = document::fitted(std::move(document));
  const Document changed = with_numbers(document, {{200'003, 0.25F}});
  const auto updated =
      update(evaluated(document), changed, 2, compute::make_backends(), Device::kAuto);
  ASSERT_TRUE(updated);
  const Evaluation fresh = evaluated(changed);
  expect_same(updated->before.moments, fresh.before.moments);
  expect_same(updated->after.moments, fresh.after.moments);
  ASSERT_NE(updated->after.counts, nullptr);
  EXPECT_EQ(updated->before.counts->counts, fresh.before.counts->counts);
  EXPECT_EQ(updated->after.counts->counts, fresh.after.counts->counts);
}

TEST(Update, IsNoneForOneGroup) {
  Document document = document_with({1100, 1000});
  document.norm.options.normalized_shape = {1100, 1000};
  document = document::fitted(std::move(document));
  const Evaluation before = evaluated(document);
  ASSERT_TRUE(before.result);
  EXPECT_FALSE(update(before, with_numbers(document, {{7, 1.0F}}), 2, compute::make_backends(),
                      Device::kAuto));
}

}  // namespace
}  // namespace normscope::results
