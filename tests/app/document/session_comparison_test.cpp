// SPDX-License-Identifier: MIT
// Sessions of documents that compare: all kinds of B come back, and a session without a comparison
// is what it was before there were any.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/document/comparison.hpp"
#include "app/document/descriptions.hpp"
#include "app/document/edits.hpp"
#include "app/document/file_digest.hpp"
#include "app/document/session/session.hpp"
#include "core/io/tensor_file.hpp"
#include "core/ops/presets.hpp"
#include "tests/app/document/documents.hpp"
#include "tests/app/document/round_trip.hpp"
#include "tests/app/lecture_document.hpp"

namespace normscope::document::session_comparison_test {

using nlohmann::json;

Document against(const Document& document, Comparison comparison) {
  return NORMSCOPE_VALUE_OR_FAIL(compare_with(document, std::move(comparison))).after;
}

std::string sentence_of_json(const json& session) {
  const auto document = from_session(session.dump());
  return document ? "no error" : document.error().sentence;
}

TEST(SessionComparison, EveryCalculationComesBack) {
  for (const auto& [a, a_name] : calculation_names()) {
    for (const auto& [b, b_name] : calculation_names()) {
      const Document same =
          against(testing::lecture_document(), {.a_calculation = a, .b_calculation = b});
      expect_same_after_round_trip(same);
      const json session = json::parse(to_session(same));
      EXPECT_EQ(session["comparison"]["a_calculation"], a_name);
      EXPECT_EQ(session["comparison"]["b_calculation"], b_name);
      EXPECT_EQ(session["comparison"]["b"], (json{{"kind", "same"}}));
    }
  }
}

TEST(SessionComparison, EveryOptionOfBComesBack) {
  for (const ops::Preset& preset : ops::presets()) {
    expect_same_after_round_trip(
        NORMSCOPE_VALUE_OR_FAIL(compare_with_preset(testing::lecture_document(), preset.id)).after);
  }
  const Document document = counting_document({2, 4, 3});
  Operation other = operation_of(document);
  other.subject = Subject::kSoftmax;
  other.softmax = {-2, 0.3, ops::SoftmaxAlgorithm::kOnline, true};
  other.norm.options = {.kind = ops::Normalization::kGroupNorm,
                        .groups = 2,
                        .epsilon = 0.1,
                        .epsilon_placement = ops::EpsilonPlacement::kCount,
                        .estimator = ops::VarianceEstimator::kUnbiased,
                        .algorithm = ops::VarianceAlgorithm::kWelford,
                        .centring = false,
                        .returned = ops::Returned::kMean};
  other.norm.epsilon_on = false;
  other.norm.gamma = {true, Array(testing::make({4}, {1, -0.0F, 0.1F, 3}))};
  other.norm.beta = {true, Array(counting({4}))};
  const Document compared = against(document, {.b = other});
  ASSERT_EQ(*other_operation(compared), other);
  expect_same_after_round_trip(compared);
  expect_same_after_round_trip(exchanged(compared));
  // An operation that does not go with the input is kept, too.
  Operation batch = operation_of(counting_document({3}));
  batch.norm.options.kind = ops::Normalization::kBatchNorm;
  expect_same_after_round_trip(against(counting_document({3}), {.b = batch}));
}

TEST(SessionComparison, PrecisionPlansComeBack) {
  Document document = welcome_document();
  for (const auto* const text : {"float16", "storage=float16 step=float32 lanes=4",
                                 "variance+eps=bfloat16 rounding=stochastic seed=7"}) {
    const auto plan = NORMSCOPE_VALUE_OR_FAIL(precision::parse_plan(text));
    document = NORMSCOPE_VALUE_OR_FAIL(set_precision(document, plan)).after;
    expect_same_after_round_trip(document);
    Operation other = operation_of(document);
    other.precision = NORMSCOPE_VALUE_OR_FAIL(precision::parse_plan("kahan"));
    Document compared = NORMSCOPE_VALUE_OR_FAIL(compare_with(document, {.b = other})).after;
    expect_same_after_round_trip(compared);
    EXPECT_EQ(exchanged(compared).precision, other.precision);
    EXPECT_TRUE(other_description(compared).ends_with(", in kahan")) << other_description(compared);
  }
  const std::string text = to_session(document);
  std::string wrong = text;
  wrong.replace(wrong.find("rounding=stochastic"), 19, "rounding=upwards");
  const auto read = from_session(wrong);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().sentence.find("rounding=upwards: expected one of nearest, toward-zero"),
            std::string::npos)
      << read.error().sentence;
}

TEST(SessionComparison, AGivenOutputComesBack) {
  const Array values(testing::make({2, 3}, {0.1F, NAN, -INFINITY, -0.0F, 5, 6}));
  const Document document = against(counting_document({2, 3}),
                                    {.b = GivenOutput{"\"Keras\"\n\xc3\xa4", Typed{}, values}});
  expect_same_after_round_trip(document);
  // The input got another shape since; the comparison says so, the session is read.
  expect_same_after_round_trip(NORMSCOPE_VALUE_OR_FAIL(reshape(document, {3, 2})).after);
}

TEST(SessionComparison, AFileOfAGivenOutputIsReadAgain) {
  const testing::TemporaryFolder folder;
  const std::string x_path = (folder / "x.npy").string();
  const std::string y_path = (folder / "y.npy").string();
  ASSERT_TRUE(io::write_tensor(x_path, counting({2, 3})));
  ASSERT_TRUE(io::write_tensor(y_path, testing::make({2, 3}, {1, 2, 3, 4, 5, 6})));
  const File y{y_path, NORMSCOPE_VALUE_OR_FAIL(sha256_of_file(y_path))};
  const Array values = Array(NORMSCOPE_VALUE_OR_FAIL(make_values(y, {2, 3}))).with(4, 0.5F);
  const Document document =
      against(document_of("x", File{x_path}, counting({2, 3})), {.b = GivenOutput{"y", y, values}});
  expect_same_after_round_trip(document);
  const std::string text = to_session(document);
  const ParsedSession parsed = NORMSCOPE_VALUE_OR_FAIL(parse_session(text));
  EXPECT_EQ(parsed.files, (std::vector<File>{y, File{x_path}}));
  EXPECT_EQ(missing_files(parsed.files), std::vector<File>{});

  const std::string moved = (folder / "moved.npy").string();
  std::filesystem::rename(y_path, moved);
  EXPECT_EQ(missing_files(parsed.files), std::vector<File>{y});
  const auto lost = from_session(parsed);
  ASSERT_FALSE(lost);
  EXPECT_TRUE(lost.error().sentence.starts_with("comparison.b.output: " + y_path + ": "))
      << lost.error().sentence;
  const FilePlaces places{{y_path, moved}};
  EXPECT_TRUE(missing_files(parsed.files, places).empty());
  Document expected = document;
  std::get<GivenOutput>(expected.comparison->b).origin = File{moved, y.sha256};
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(from_session(parsed, places)), expected);
}

// The files are looked for in any text, before the session is checked.
TEST(SessionComparison, FilesAreLookedForInAnyText) {
  for (const json& comparison :
       {json(nullptr), json(3), json("b"), json::array({1}), json{{"b", nullptr}},
        json{{"b", json::array({1, 2})}}, json{{"b", {{"output", 3}}}},
        json{{"b", {{"output", {{"origin", 3}}}}}},
        json{{"b", {{"output", {{"origin", {{"path", 3}}}}}}}}}) {
    json session = json::parse(to_session(testing::lecture_document()));
    session["comparison"] = comparison;
    const auto parsed = NORMSCOPE_VALUE_OR_FAIL(parse_session(session.dump()));
    EXPECT_EQ(parsed.files, std::vector<File>{}) << comparison;
    EXPECT_FALSE(from_session(parsed, {{"a", "b"}})) << comparison;
    EXPECT_NE(sentence_of_json(session), "no error") << comparison;
  }
}

TEST(SessionComparison, ASessionWithoutOneIsWhatItWas) {
  const Document document = testing::lecture_document();
  const std::string text = to_session(document);
  EXPECT_EQ(text.find("comparison"), std::string::npos);
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(from_session(text)).comparison, std::nullopt);
  // With one, the text has more lines and no other ones.
  std::string compared = to_session(against(document, {.b_calculation = Calculation::kTorch}));
  const auto from = compared.find("  \"comparison\"");
  const auto to = compared.find("  \"selection\"");
  ASSERT_LT(from, to);
  EXPECT_EQ(compared.substr(from, to - from),
            "  \"comparison\": {\n"
            "    \"a_calculation\": \"steps\", \"b_calculation\": \"torch\",\n"
            "    \"b\": {\"kind\": \"same\"}\n"
            "  },\n");
  EXPECT_EQ(compared.erase(from, to - from), text);
}

TEST(SessionComparison, WhatContradictsItselfIsNamed) {
  struct Case {
    const char* pointer;
    json value;
    const char* sentence;
  };
  const Document document = counting_document({2, 3});
  const json operation =
      json::parse(to_session(NORMSCOPE_VALUE_OR_FAIL(compare_with_preset(document, "V6")).after));
  const json output = json::parse(
      to_session(against(document, {.b = GivenOutput{"y", Typed{}, Array(counting({2, 3}))}})));
  const auto expect = [](json broken, const Case& c) {
    broken[json::json_pointer(c.pointer)] = c.value;
    EXPECT_EQ(sentence_of_json(broken), c.sentence) << c.pointer;
  };
  for (const Case& c : std::vector<Case>{
           {"/comparison/b/kind", "other",
            "comparison.b.kind must be one of same, operation, output"},
           {"/comparison/b/kind", "same", "comparison.b.norm is no key that this program knows"},
           {"/comparison/b_calculation", "dice",
            "comparison.b_calculation must be one of steps, torch, cpu, gpu, reference"},
           {"/comparison/b/norm/normalized_shape",
            {5},
            "comparison.b.norm.normalized_shape is (5), which is not what the shape (2, 3) ends "
            "with"},
           {"/comparison/b/norm/gamma/shape",
            {5},
            "comparison.b.norm.gamma.shape is (5), but gamma must have (3) here"},
           {"/comparison/b/norm/epsilon", -1,
            "comparison.b.norm.epsilon must be a finite number, zero or more"},
           {"/comparison/b/softmax/temperature", 0,
            "comparison.b.softmax.temperature must be a finite number above zero"}}) {
    expect(operation, c);
  }
  for (const Case& c : std::vector<Case>{
           {"/comparison/b/output/shape",
            {2, 4},
            "comparison.b.output.values: shape (2, 4) needs 8 values, but 6 were given"},
           {"/comparison/b/kind", "operation", "comparison.b.subject is missing"}}) {
    expect(output, c);
  }
  // What somebody else computed is in no recipe of this program.
  json recipe = output;
  auto& given = recipe["/comparison/b/output"_json_pointer];
  given["origin"] = {{"kind", "constant"}, {"value", 1}};
  given.erase("values");
  given["changes"] = json::array();
  EXPECT_EQ(sentence_of_json(recipe),
            "comparison.b.output.origin.kind must be typed or file for an output");
}

}  // namespace normscope::document::session_comparison_test
