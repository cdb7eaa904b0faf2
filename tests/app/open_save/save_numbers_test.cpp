// SPDX-License-Identifier: MIT
// The numbers of steps in files are those of the trace, also of steps that keep none.
#include "app/open_save/save_numbers.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/limits.hpp"
#include "core/gpu/gpu_backend.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using results::Evaluation;

Evaluation evaluated(const document::Document& document) {
  return results::evaluate(document, 1, gpu::make_backends(), compute::Device::kCpu);
}

std::size_t card_named(const Evaluation& evaluation, std::string_view id) {
  const auto found = std::ranges::find(evaluation.cards, id, &results::Card::id);
  EXPECT_NE(found, evaluation.cards.end()) << id;
  return static_cast<std::size_t>(found - evaluation.cards.begin());
}

document::Document cube() {
  return document::document_of("x", document::Typed{},
                               make({2, 2, 3}, {1, 2, 4, 3, 5, 9, -1, 0, 2, 7, 7, 8}));
}

TEST(SaveNumbers, AStepInEachFormat) {
  const TemporaryFolder folder;
  const Evaluation evaluation = evaluated(cube());
  for (const char* const id : {"mean", "normalized"}) {
    const std::size_t card = card_named(evaluation, id);
    const auto values =
        NORMSCOPE_VALUE_OR_FAIL(evaluation.stages[0].trace.whole(evaluation.cards[card].step));
    for (const char* const ending : {".npy", ".safetensors", ".csv"}) {
      const auto path = folder / (std::string(id) + ending);
      ASSERT_TRUE(open_save::save_step(path, evaluation, card)) << path;
      const auto back = NORMSCOPE_VALUE_OR_FAIL(io::read_tensor(path));
      EXPECT_TRUE(std::ranges::equal(back.values(), values.values())) << path;
      // A table has the leading dimensions as rows.
      const tensor::Shape matrix{4, values.shape().back()};
      EXPECT_EQ(back.shape(), std::string_view(ending) == ".csv" ? matrix : values.shape());
    }
  }
  EXPECT_FALSE(open_save::save_step(folder / "x.png", evaluation, 0));
}

TEST(SaveNumbers, AllStepsInOneFile) {
  const TemporaryFolder folder;
  const Evaluation evaluation = evaluated(cube());
  const auto path = folder / "steps.safetensors";
  ASSERT_TRUE(open_save::save_steps(path, evaluation));
  const auto source = NORMSCOPE_VALUE_OR_FAIL(io::ByteSource::open(path));
  const auto entries = NORMSCOPE_VALUE_OR_FAIL(io::arrays_in(source, path)).value().entries;
  ASSERT_EQ(entries.size(), evaluation.cards.size());
  for (const results::Card& card : evaluation.cards) {
    const auto back = NORMSCOPE_VALUE_OR_FAIL(io::read_tensor(io::ArrayPlace{path, card.id}));
    EXPECT_EQ(back, NORMSCOPE_VALUE_OR_FAIL(evaluation.stages[0].trace.whole(card.step)));
  }
  EXPECT_FALSE(open_save::save_steps(folder / "steps.npy", evaluation));
}

// More than a trace keeps whole, in rows that are longer and shorter than what is computed at once.
TEST(SaveNumbers, ALargeStepIsComputedInPieces) {
  for (const tensor::Shape& shape :
       {tensor::Shape{3, base::kWholeStepElements + 7}, tensor::Shape{70'001, 31}}) {
    const document::Origin origin = document::Random{};
    const auto document = document::document_of(
        "x", origin, NORMSCOPE_VALUE_OR_FAIL(document::make_values(origin, shape)));
    const Evaluation evaluation = evaluated(document);
    const std::size_t card = card_named(evaluation, "centred");
    const trace::Trace& trace = evaluation.stages[0].trace;
    const auto values = NORMSCOPE_VALUE_OR_FAIL(open_save::numbers_of(evaluation, card));
    ASSERT_EQ(values->shape(), shape);
    for (std::int64_t at = 0; at < values->size(); at += 100'003) {
      ASSERT_EQ(values->values()[static_cast<std::size_t>(at)],
                trace.value(evaluation.cards[card].step, at))
          << at;
    }
    EXPECT_EQ(values->values().back(),
              trace.value(evaluation.cards[card].step, values->size() - 1));
  }
}

}  // namespace
}  // namespace normscope::testing
