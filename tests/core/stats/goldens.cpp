// SPDX-License-Identifier: MIT
#include "tests/core/stats/goldens.hpp"

#include <limits>
#include <sstream>

#include "core/random/distributions.hpp"
#include "tests/support/support.hpp"

namespace normscope::stats {
namespace {

const nlohmann::json& file() {
  static const nlohmann::json kFile = testing::read_json_data("stats/stats.json");
  return kFile;
}

}  // namespace

std::vector<float> normal_values(std::uint64_t seed, std::int64_t count) {
  random::Generator generator(seed);
  const auto drawn = NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, {count}));
  return {drawn.values().begin(), drawn.values().end()};
}

const std::vector<Golden>& small_goldens() {
  static const std::vector<Golden> kGoldens = [] {
    std::vector<Golden> goldens;
    for (const auto& row : file()["cases"]) {
      Golden golden{.name = row["name"], .values = {}, .expected = row};
      std::istringstream bits(row["bits"].get<std::string>());
      for (std::string hex; bits >> hex;) golden.values.push_back(testing::from_bits(hex));
      goldens.push_back(std::move(golden));
    }
    return goldens;
  }();
  return kGoldens;
}

const std::vector<Golden>& large_goldens() {
  static const std::vector<Golden> kGoldens = [] {
    std::vector<Golden> goldens;
    for (const auto& row : file()["large"]) {
      Golden golden{.name = "seed " + row["seed"].dump(),
                    .values = normal_values(row["seed"], row["count"]),
                    .expected = row};
      for (float& value : golden.values) value += row["offset"].get<float>();
      goldens.push_back(std::move(golden));
    }
    return goldens;
  }();
  return kGoldens;
}

const std::vector<double>& golden_probabilities() {
  static const auto kProbabilities = file()["probabilities"].get<std::vector<double>>();
  return kProbabilities;
}

double number(const nlohmann::json& value) {
  return value.is_string() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

double sum_length(std::size_t n) {
  constexpr double kBlock = 1 << 14;
  const auto count = static_cast<double>(n);
  return count <= kBlock ? count : kBlock + count / kBlock;
}

}  // namespace normscope::stats
