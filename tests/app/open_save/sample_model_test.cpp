// SPDX-License-Identifier: MIT
// The sample model: what is in it, and that its layer norms have real gammas, betas and batches.
#include "app/open_save/sample_model.hpp"

#include <gtest/gtest.h>

#include "app/open_save/open_file.hpp"
#include "core/gpu/gpu_backend.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using open_save::ArrayChoice;

TEST(SampleModel, IsSmallAndWhole) {
  EXPECT_LT(open_save::sample_model().size(), 400'000U);
  const auto entries =
      NORMSCOPE_VALUE_OR_FAIL(io::arrays_in(io::ByteSource::of(open_save::sample_model()), ""))
          .value()
          .entries;
  EXPECT_GT(entries.size(), 20U);
  for (const io::ArrayEntry& entry : entries) EXPECT_EQ(entry.problem, "") << entry.name;
}

TEST(SampleModel, IsWrittenOnceAndAgainWhereItDiffers) {
  const TemporaryFolder folder;
  const auto path = NORMSCOPE_VALUE_OR_FAIL(open_save::place_sample_model(folder / "new"));
  EXPECT_EQ(read_file(path), open_save::sample_model());
  const auto written = std::filesystem::last_write_time(path);
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_save::place_sample_model(folder / "new")), path);
  EXPECT_EQ(std::filesystem::last_write_time(path), written);
  write_file(path, "something else");
  ASSERT_TRUE(open_save::place_sample_model(folder / "new"));
  EXPECT_EQ(read_file(path), open_save::sample_model());
  EXPECT_FALSE(open_save::place_sample_model(path));  // a file is no folder
}

TEST(SampleModel, EveryLayerNormIsOfferedWithItsParameters) {
  const TemporaryFolder folder;
  const auto path = NORMSCOPE_VALUE_OR_FAIL(open_save::place_sample_model(folder.path()));
  auto model = NORMSCOPE_VALUE_OR_FAIL(open_save::probe(path));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_save::way_to_open(model, {})), open_save::Way::kAskArrays);
  for (const char* const module : {"h.0.ln_1", "h.0.ln_2", "h.1.ln_1", "h.1.ln_2", "ln_f"}) {
    const std::string name = module;
    const ArrayChoice choice = open_save::with_parameters(model.arrays->entries, name + ".input");
    EXPECT_EQ(choice, (ArrayChoice{name + ".input", name + ".weight", name + ".bias"}));
    const auto opened = NORMSCOPE_VALUE_OR_FAIL(open_save::open(model, choice));
    const auto shown =
        results::evaluate(opened.document, 1, gpu::make_backends(), compute::Device::kCpu);
    EXPECT_FALSE(shown.failure) << name;
    EXPECT_EQ(shown.activations->shape(), (tensor::Shape{4, 32, 48}));
    // A trained gamma is not the one that training begins with.
    EXPECT_NE(*opened.document.norm.gamma.values.values(),
              NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({48}, 1)));
  }
  EXPECT_EQ(open_save::first_choice(model.arrays->entries).gamma.empty(), false);
}

}  // namespace
}  // namespace normscope::testing
