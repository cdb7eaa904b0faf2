// SPDX-License-Identifier: MIT
// An archive's arrays become input, gamma and beta: what is offered by names and shapes, what is
// opened, and that a session of it opens again.
#include "app/open_save/array_choice.hpp"

#include <gtest/gtest.h>

#include "app/document/session/session.hpp"
#include "app/open_save/figure_state.hpp"
#include "app/open_save/open_file.hpp"
#include "core/io/safetensors.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using base::ErrorKind;
using document::Document;
using io::ArrayEntry;
using open_save::ArrayChoice;

ArrayEntry entry(std::string name, tensor::Shape shape) {
  return {std::move(name), "F32", std::move(shape)};
}

const std::vector<ArrayEntry>& model() {
  static const std::vector<ArrayEntry> entries{
      entry("wte.weight", {64, 48}),
      entry("h.0.ln_1.weight", {48}),
      entry("h.0.ln_1.bias", {48}),
      entry("h.0.attn.weight", {48, 48}),
      entry("h.0.attn.bias", {48}),
      entry("h.1.ln_1.weight", {48}),
      entry("h.1.ln_1.bias", {48}),
      entry("h.1.ln_1.input", {2, 16, 48}),
      entry("h.1.mlp.norm.weight", {192}),
      entry("h.1.mlp.act", {2, 16, 192}),
      entry("encoder.LayerNorm.gamma", {32}),
      entry("encoder.LayerNorm.beta", {32}),
      entry("encoder.x", {5, 32}),
      entry("steps", {}),
  };
  return entries;
}

TEST(ArrayChoice, GammaAndBetaAreThoseOfTheModule) {
  EXPECT_EQ(open_save::with_parameters(model(), "h.1.ln_1.input"),
            (ArrayChoice{"h.1.ln_1.input", "h.1.ln_1.weight", "h.1.ln_1.bias"}));
  EXPECT_EQ(open_save::with_parameters(model(), "h.1.mlp.act"),
            (ArrayChoice{"h.1.mlp.act", "h.1.mlp.norm.weight", ""}));
  EXPECT_EQ(open_save::with_parameters(model(), "encoder.x"),
            (ArrayChoice{"encoder.x", "encoder.LayerNorm.gamma", "encoder.LayerNorm.beta"}));
  // A weight of 48 suits the embedding, whatever module it is from.
  EXPECT_EQ(open_save::with_parameters(model(), "wte.weight").gamma, "h.0.ln_1.weight");
  EXPECT_EQ(open_save::with_parameters(model(), "steps"), (ArrayChoice{"steps"}));
  EXPECT_EQ(open_save::with_parameters(model(), "none"), (ArrayChoice{"none"}));
}

TEST(ArrayChoice, ABetaOfAnotherShapeIsNotThatOfTheGamma) {
  const std::vector<ArrayEntry> entries{entry("ln.input", {2, 48}), entry("ln.weight", {48}),
                                        entry("ln.bias", {2})};
  EXPECT_EQ(open_save::with_parameters(entries, "ln.input"),
            (ArrayChoice{"ln.input", "ln.weight", ""}));
}

TEST(ArrayChoice, AnInputIsOfferedFirst) {
  EXPECT_EQ(open_save::first_choice(model()).input, "h.1.ln_1.input");
  EXPECT_EQ(open_save::first_choice(std::vector{entry("w.weight", {2, 3})}), ArrayChoice{});
}

TEST(ArrayChoice, OnlyTrailingShapesScale) {
  EXPECT_TRUE(open_save::can_scale(entry("g", {48}), {2, 16, 48}));
  EXPECT_TRUE(open_save::can_scale(entry("g", {16, 48}), {2, 16, 48}));
  EXPECT_FALSE(open_save::can_scale(entry("g", {16}), {2, 16, 48}));
  EXPECT_FALSE(open_save::can_scale(entry("g", {}), {2, 48}));
  EXPECT_FALSE(open_save::can_scale(entry("g", {48}), {48}));
  EXPECT_FALSE(open_save::can_scale({"g", "F8", {48}, "unknown"}, {2, 48}));
}

struct ArchiveTest : public ::testing::Test {
  ArchiveTest() : path(folder / "model.safetensors") { write(path); }

  void write(const std::filesystem::path& to) const {
    const std::vector<io::NamedTensor> named{
        {"ln.input", &x}, {"ln.weight", &gamma}, {"ln.bias", &beta}};
    std::string bytes;
    ASSERT_TRUE(io::write_safetensors(named, [&](std::string_view piece) {
      bytes += piece;
      return base::Expected<void>();
    }));
    write_file(to, bytes);
  }
  static open_save::Probe probed(const std::filesystem::path& file) {
    return NORMSCOPE_VALUE_OR_FAIL(open_save::probe(file));
  }
  static open_save::Way way(const std::filesystem::path& file) {
    auto probe = probed(file);
    return NORMSCOPE_VALUE_OR_FAIL(open_save::way_to_open(probe, {}));
  }
  Document opened() const {
    auto probe = probed(path);
    return NORMSCOPE_VALUE_OR_FAIL(
               open_save::open(probe, ArrayChoice{"ln.input", "ln.weight", "ln.bias"}))
        .document;
  }

  TemporaryFolder folder;
  std::filesystem::path path;
  tensor::Tensor x = make({2, 3}, {1, 2, 3, 4, 5, 7});
  tensor::Tensor gamma = make({3}, {0.5F, 1, 2});
  tensor::Tensor beta = make({3}, {0, -1, 0.25F});
};

TEST_F(ArchiveTest, IsAskedAboutUnlessTheArrayIsNamed) {
  EXPECT_EQ(way(path), open_save::Way::kAskArrays);
  EXPECT_EQ(probed(path).arrays->entries.size(), 3U);
  EXPECT_EQ(way(path.string() + ":ln.input"), open_save::Way::kAtOnce);
  write_file(folder / "x.csv", "1,2\n");
  EXPECT_NE(way(folder / "x.csv"), open_save::Way::kAskArrays);
  const auto none = open_save::open_file(path);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().sentence,
            "it holds 3 arrays, and one is needed: ln.input, ln.weight, ln.bias");
  const auto named = NORMSCOPE_VALUE_OR_FAIL(open_save::open_file(path.string() + ":ln.input"));
  EXPECT_EQ(*named.document.inputs.at(0).values.values(), x);
  EXPECT_EQ(named.document.inputs.at(0).name, "ln.input");
}

TEST_F(ArchiveTest, TheDocumentHasGammaAndBeta) {
  const Document document = opened();
  EXPECT_EQ(*document.inputs.at(0).values.values(), x);
  EXPECT_TRUE(document.norm.gamma.on);
  EXPECT_EQ(*document.norm.gamma.values.values(), gamma);
  EXPECT_EQ(*document.norm.beta.values.values(), beta);
  EXPECT_EQ(document.norm.options.normalized_shape, (tensor::Shape{3}));
  EXPECT_EQ(document.norm.beta.file->array, "ln.bias");
}

TEST_F(ArchiveTest, ASessionReadsTheArraysAgain) {
  Document document = opened();
  document.norm.gamma.values = document.norm.gamma.values.with(1, 9);
  const std::string session = document::to_session(document);
  EXPECT_EQ(session.find("0.25"), std::string::npos) << "beta is written as its file";
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::from_session(session)), document);
  const auto parsed = NORMSCOPE_VALUE_OR_FAIL(document::parse_session(session));
  EXPECT_EQ(parsed.files.size(), 1U);  // three arrays of one file
  EXPECT_EQ(parsed.numbers, 0U) << "all are the file's";

  const auto moved = folder / "moved.safetensors";
  std::filesystem::rename(path, moved);
  EXPECT_FALSE(document::from_session(parsed));
  EXPECT_EQ(document::missing_files(parsed.files).size(), 1U);
  const Document again =
      NORMSCOPE_VALUE_OR_FAIL(document::from_session(parsed, {{path.string(), moved.string()}}));
  EXPECT_EQ(again.norm.gamma.values, document.norm.gamma.values);
  EXPECT_EQ(again.norm.gamma.file->path, moved.string());
}

TEST_F(ArchiveTest, AFigureCarriesSmallArrays) {
  const std::string state = NORMSCOPE_VALUE_OR_FAIL(open_save::figure_state(opened()));
  EXPECT_EQ(state.find("safetensors"), std::string::npos);
  const Document again = NORMSCOPE_VALUE_OR_FAIL(document::from_session(state));
  EXPECT_EQ(*again.norm.gamma.values.values(), gamma);
}

TEST_F(ArchiveTest, ParametersAreTakenForTheInputOnTheStage) {
  const Document before =
      document::document_of("y", document::Typed{}, make({4, 3}, std::vector<float>(12, 1)));
  const auto edit =
      NORMSCOPE_VALUE_OR_FAIL(open_save::take_arrays(before, probed(path), {"", "ln.weight", ""}));
  EXPECT_EQ(edit.description, "take gamma and beta from model.safetensors");
  EXPECT_EQ(*edit.after.norm.gamma.values.values(), gamma);
  EXPECT_FALSE(edit.after.norm.beta.on);
  EXPECT_EQ(edit.after.inputs, before.inputs);
  const Document other = document::document_of("y", document::Typed{}, make({2, 2}, {1, 2, 3, 4}));
  const auto refused = open_save::take_arrays(other, probed(path), {"", "ln.weight", ""});
  ASSERT_FALSE(refused);
  EXPECT_EQ(static_cast<int>(refused.error().kind), static_cast<int>(ErrorKind::kInvalidArgument));
}

TEST_F(ArchiveTest, OneParameterIsTakenByItself) {
  const Document before =
      document::document_of("y", document::Typed{}, make({4, 3}, std::vector<float>(12, 1)));
  const auto edit = NORMSCOPE_VALUE_OR_FAIL(
      open_save::fill_parameter(before, document::Target::kBeta, {path, "ln.weight"}));
  EXPECT_EQ(edit.description, "take beta from model.safetensors");
  EXPECT_EQ(*edit.after.norm.beta.values.values(), gamma);
  EXPECT_EQ(edit.after.norm.beta.file->array, "ln.weight");
  EXPECT_FALSE(edit.after.norm.gamma.on);
  EXPECT_FALSE(open_save::fill_parameter(before, document::Target::kBeta, {path, "none"}));
}

TEST_F(ArchiveTest, OneArrayIsTheUpstreamGradient) {
  const auto document =
      document::document_of("y", document::Typed{},
                            make({1, gamma.size()}, std::vector<float>(gamma.values().size(), 1)));
  const auto shown = NORMSCOPE_VALUE_OR_FAIL(document::show_backward(document, true)).after;
  const io::ArrayPlace place{path, "ln.weight"};
  const auto edit =
      NORMSCOPE_VALUE_OR_FAIL(open_save::fill_parameter(shown, document::Target::kUpstream, place));
  EXPECT_EQ(edit.description, "take dy from ln.weight of model.safetensors");
  const auto taken = edit.after.backward.upstream.values()->values();
  EXPECT_TRUE(std::ranges::equal(taken, gamma.values()));
  EXPECT_EQ(std::get<document::File>(edit.after.backward.origin).array, "ln.weight");
  const auto other = NORMSCOPE_VALUE_OR_FAIL(document::insert_line(shown, document::Line::kRow, 0));
  const auto refused = open_save::fill_parameter(other.after, document::Target::kUpstream, place);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().sentence,
            "the upstream gradient must have the shape (2, 3) of the output, but has (3)");
}

TEST_F(ArchiveTest, FittedParametersAreNoLongerTheFiles) {
  const Document document = opened();
  const auto edit =
      NORMSCOPE_VALUE_OR_FAIL(document::remove_line(document, document::Line::kColumn, 0));
  EXPECT_FALSE(edit.after.norm.gamma.file);
  const auto reset =
      NORMSCOPE_VALUE_OR_FAIL(document::reset_parameter(document, document::Target::kBeta));
  EXPECT_FALSE(reset.after.norm.beta.file);
  EXPECT_TRUE(reset.after.norm.gamma.file);
}

}  // namespace
}  // namespace normscope::testing
