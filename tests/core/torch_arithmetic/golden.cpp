// SPDX-License-Identifier: MIT
// See golden.hpp. The recipe has the same steps as in the script.
#include "tests/core/torch_arithmetic/golden.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <utility>

namespace normscope::testing {
namespace {

constexpr std::uint32_t kNan = 0x7fc00000;

std::uint32_t word_of(float value) {
  return std::isnan(value) ? kNan : std::bit_cast<std::uint32_t>(value);
}

std::uint32_t hash(std::uint32_t index, std::uint32_t seed) {
  std::uint32_t x = index * 0x9e3779b1U + seed;
  x ^= x >> 16;
  x *= 0x85ebca6bU;
  x ^= x >> 13;
  x *= 0xc2b2ae35U;
  return x ^ (x >> 16);
}

float value_of(const nlohmann::json& recipe, std::uint32_t h) {
  if (recipe.contains("bits")) return std::bit_cast<float>(h);
  if (recipe.contains("every") && h % recipe["every"].get<std::uint32_t>() == 0) {
    const auto& specials = recipe["specials"];
    return from_bits(
        specials[h / recipe["every"].get<std::uint32_t>() % specials.size()].get<std::string>());
  }
  float units = static_cast<float>(h >> 8) * 0x1p-23F - 1.0F;
  if (recipe.contains("levels")) {
    const auto levels = recipe["levels"].get<float>();
    units = std::floor(units * levels) / levels;
  }
  return units * recipe["scale"].get<float>() + recipe["offset"].get<float>();
}

}  // namespace

Golden::Golden(const std::string& name)
    : json_(read_json_data("torch_arithmetic/" + name + ".json")) {}

tensor::Tensor Golden::input(const nlohmann::json& of_case) const {
  return make(of_case.at("recipe"), of_case.at("shape"), of_case.at("seed"));
}

tensor::Tensor Golden::make(const std::string& recipe, tensor::Shape shape,
                            std::uint32_t seed) const {
  const nlohmann::json& rule = json_.at("recipes").at(recipe);
  std::vector<float> values(static_cast<std::size_t>(tensor::product(shape)));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = value_of(rule, hash(static_cast<std::uint32_t>(i), seed));
  }
  return testing::make(std::move(shape), std::move(values));
}

nlohmann::json words_of(std::span<const float> values) {
  std::string text;
  for (const float value : values) {
    if (!text.empty()) text += ' ';
    text += to_bits(std::bit_cast<float>(word_of(value)));
  }
  return text;
}

nlohmann::json result_of(std::span<const float> values) {
  if (values.size() <= 4) return words_of(values);
  std::uint64_t digest = 0xcbf29ce484222325U;
  for (const float value : values) digest = (digest ^ word_of(value)) * 0x100000001b3U;
  const auto half = [](std::uint64_t bits) {
    return to_bits(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  };
  return half(digest >> 32) + half(digest);
}

std::vector<float> values_of(const std::string& words) {
  std::vector<float> values;
  std::istringstream text(words);
  for (std::string word; text >> word;) values.push_back(from_bits(word));
  return values;
}

}  // namespace normscope::testing
