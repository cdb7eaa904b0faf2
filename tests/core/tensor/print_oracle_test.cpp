// SPDX-License-Identifier: MIT
// Prints against PyTorch's, character for character: a committed sample, and thousands more where
// ./dev oracle has let tests/oracle/tensor_text.py write them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <iostream>

#include "core/tensor/parse.hpp"
#include "core/tensor/print.hpp"
#include "tests/support/support.hpp"

namespace normscope::tensor {
namespace {

using nlohmann::json;

constexpr std::size_t kHexDigits = 8;  // of one float32

std::vector<float> listed_values(const std::string& hex) {
  std::vector<float> values;
  for (std::size_t i = 0; i < hex.size(); i += kHexDigits) {
    values.push_back(testing::from_bits(std::string_view(hex).substr(i, kHexDigits)));
  }
  return values;
}

// As the script's docstring says; integers and powers of two, so both sides compute it exactly.
std::vector<float> recipe_values(const json& recipe, std::int64_t count) {
  const auto multiplier = recipe.at(0).get<std::int64_t>();
  const auto offset = recipe.at(1).get<std::int64_t>();
  const auto modulus = recipe.at(2).get<std::int64_t>();
  const auto shift = recipe.at(3).get<std::int64_t>();
  const auto exponent = recipe.at(4).get<int>();
  std::vector<float> values;
  values.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t whole = (i * multiplier + offset) % modulus - shift;
    values.push_back(static_cast<float>(std::ldexp(static_cast<double>(whole), exponent)));
  }
  for (const auto& [position, bits] : recipe.at(5).items()) {
    values[std::stoul(position)] = testing::from_bits(bits.get<std::string>());
  }
  return values;
}

Tensor tensor_of(const json& entry) {
  const auto shape = entry.at("shape").get<Shape>();
  if (entry.contains("recipe")) {
    return testing::make(shape, recipe_values(entry.at("recipe"), product(shape)));
  }
  return testing::make(shape, listed_values(entry.at("values").get<std::string>()));
}

PrintOptions options_of(const json& entry) {
  PrintOptions options;
  for (const auto& [name, value] : entry.at("options").items()) {
    if (name == "precision") {
      options.precision = value.get<int>();
    } else if (name == "threshold") {
      options.threshold = value.get<std::int64_t>();
    } else if (name == "edgeitems") {
      options.edge_items = value.get<std::int64_t>();
    } else if (name == "linewidth") {
      options.line_width = value.get<std::int64_t>();
    } else if (name == "sci_mode") {
      options.sci_mode = value.get<bool>();
    } else {
      ADD_FAILURE() << "the file has an option that this test does not know: " << name;
    }
  }
  return options;
}

// Compares all cases of a file and returns their number.
void compare(const json& file, std::size_t at_least) {
  std::size_t compared = 0;
  std::size_t equal = 0;
  std::size_t summaries = 0;
  std::size_t parsed = 0;
  for (const auto& entry : file.at("cases")) {
    const auto expected = entry.at("text").get<std::string>();
    const auto suffix = entry.at("suffix").get<std::string>();
    const Tensor x = tensor_of(entry);
    const auto text = to_torch_text(x, options_of(entry), suffix);
    ++compared;
    equal += text == expected ? 1 : 0;
    EXPECT_EQ(text, expected) << entry.dump();
    // PyTorch's print can be read back, unless it is a summary.
    const auto read = parse_text(expected);
    if (expected.find("...") != std::string::npos) {
      ++summaries;
      ASSERT_FALSE(read) << entry.dump();
      EXPECT_EQ(read.error().kind, base::ErrorKind::kUnsupported);
    } else {
      ASSERT_TRUE(read) << read.error().sentence << entry.dump();
      EXPECT_EQ(read->shape(), x.shape());
      ++parsed;
    }
  }
  std::cout << "prints compared with PyTorch " << file.at("torch").get<std::string>() << ": "
            << compared << ", equal: " << equal << " (summaries: " << summaries
            << ", read back: " << parsed << ")\n";
  EXPECT_GE(compared, at_least);
  EXPECT_EQ(equal, compared);
}

TEST(PrintOracle, CommittedSample) {
  compare(testing::read_json_data("tensor_text/sample.json"), 250);
}

TEST(PrintOracle, AllCases) {
  const char* const folder = std::getenv("NORMSCOPE_ORACLE_DIR");
  if (folder == nullptr) GTEST_SKIP() << "NORMSCOPE_ORACLE_DIR is not set; ./dev oracle sets it";
  const auto path = std::filesystem::path(folder) / "tensor_text" / "full.json";
  compare(json::parse(testing::read_file(path)), 2500);
}

}  // namespace
}  // namespace normscope::tensor
