// SPDX-License-Identifier: MIT
// What a figure carries of the files it was made from.
#include "app/open_save/figure_state.hpp"

#include <gtest/gtest.h>

#include "app/document/comparison.hpp"
#include "app/document/session/session.hpp"
#include "app/open_save/open_file.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using open_save::figure_state;

TEST(FigureState, ARecipeStaysARecipe) {
  const auto document = testing::lecture_document();
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(figure_state(document)), document::to_session(document));
}

TEST(FigureState, TheChoicesAboutTheFigureTravelToo) {
  document::Document document = document::welcome_document();
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(figure_state(document)).find("figure_choice"),
            std::string::npos)
      << "none was made";
  document.view.figure_choice = {true, document::DistributionParts::kDensity, "mean"};
  const std::string state = NORMSCOPE_VALUE_OR_FAIL(figure_state(document));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::from_session(state)), document);
}

TEST(FigureState, ASmallFileTravelsWithIt) {
  const TemporaryFolder folder;
  const auto values = make({2, 3}, {1, 2, 3, 4, 5, 0.1F});
  ASSERT_TRUE(io::write_tensor(folder / "x.npy", values));
  const auto document = NORMSCOPE_VALUE_OR_FAIL(open_save::open_file(folder / "x.npy")).document;
  const std::string state = NORMSCOPE_VALUE_OR_FAIL(figure_state(document));
  std::filesystem::remove(folder / "x.npy");
  const auto restored = NORMSCOPE_VALUE_OR_FAIL(document::from_session(state));
  EXPECT_EQ(*restored.inputs.at(0).values.values(), values);
  EXPECT_EQ(restored.norm, document.norm);
}

TEST(FigureState, ALargeFileIsNamedByItsPathAndDigest) {
  const TemporaryFolder folder;
  // One number more than what travels.
  const auto values =
      NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({open_save::kCarriedBytes / 4 + 1}, 2.5F));
  ASSERT_TRUE(io::write_tensor(folder / "x.npy", values));
  const auto document = NORMSCOPE_VALUE_OR_FAIL(open_save::open_file(folder / "x.npy")).document;
  const std::string state = NORMSCOPE_VALUE_OR_FAIL(figure_state(document));
  EXPECT_LT(state.size(), 4000U);
  EXPECT_TRUE(document::from_session(state));
  ASSERT_TRUE(io::write_tensor(folder / "x.npy", make({1}, {1})));
  EXPECT_FALSE(document::from_session(state));
  std::filesystem::remove(folder / "x.npy");
  EXPECT_EQ(document::from_session(state).error().kind, base::ErrorKind::kNotFound);
  EXPECT_FALSE(figure_state(document));
}

// A compared operation whose gamma and beta are those of a file.
document::Document compared_with_file(const std::filesystem::path& gamma,
                                      const std::filesystem::path& beta) {
  auto document = testing::lecture_document();
  document::Operation other = document::operation_of(document);
  const auto from = [](const std::filesystem::path& path) {
    return document::Parameter{true, document::Array(*io::read_tensor(path)),
                               document::File{path.string()}};
  };
  other.norm.gamma = from(gamma);
  other.norm.beta = from(beta);
  document.comparison = document::Comparison{other};
  return document;
}

TEST(FigureState, GammaAndBetaOfTheComparedOperationTravelToo) {
  const TemporaryFolder folder;
  ASSERT_TRUE(io::write_tensor(folder / "g.npy", make({6}, {1, 2, 3, 4, 5, 0.1F})));
  ASSERT_TRUE(io::write_tensor(folder / "b.npy", make({6}, {6, 5, 4, 3, 2, 0.3F})));
  const auto document = compared_with_file(folder / "g.npy", folder / "b.npy");
  const std::string state = NORMSCOPE_VALUE_OR_FAIL(figure_state(document));
  std::filesystem::remove(folder / "g.npy");
  std::filesystem::remove(folder / "b.npy");
  const auto restored = NORMSCOPE_VALUE_OR_FAIL(document::from_session(state));
  const auto* other = document::other_operation(restored);
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(*other->norm.gamma.values.values(), make({6}, {1, 2, 3, 4, 5, 0.1F}));
  EXPECT_EQ(*other->norm.beta.values.values(), make({6}, {6, 5, 4, 3, 2, 0.3F}));
  EXPECT_FALSE(other->norm.gamma.file);
}

TEST(FigureState, AComparedOutputTravelsToo) {
  const TemporaryFolder folder;
  auto document = testing::lecture_document();
  const auto values = NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({2, 6}, 2.5F));
  ASSERT_TRUE(io::write_tensor(folder / "y.npy", values));
  document.comparison = document::Comparison{document::GivenOutput{
      "y", document::File{(folder / "y.npy").string()}, document::Array(values)}};
  const std::string state = NORMSCOPE_VALUE_OR_FAIL(figure_state(document));
  std::filesystem::remove(folder / "y.npy");
  const auto restored = NORMSCOPE_VALUE_OR_FAIL(document::from_session(state));
  const auto& output = std::get<document::GivenOutput>(restored.comparison->b);
  EXPECT_EQ(*output.values.values(), values);
  EXPECT_TRUE(std::holds_alternative<document::Typed>(output.origin));
}

}  // namespace
}  // namespace normscope::testing
