// SPDX-License-Identifier: MIT
// The stream against PyTorch, bit by bit: every sequence of calls of the golden file is repeated,
// and after each call the position in the stream and the cached normal must be PyTorch's, too.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <sstream>

#include "core/random/distributions.hpp"
#include "tests/support/support.hpp"

namespace normscope::random {
namespace {

using nlohmann::json;

const json& goldens() {
  static const json kGoldens = testing::read_json_data("random_stream/streams.json");
  return kGoldens;
}

std::string bits_of(std::span<const float> values) {
  std::string text;
  for (const float value : values) {
    if (!text.empty()) text += ' ';
    text += testing::to_bits(value);
  }
  return text;
}

// FNV-1a over words, as the script does for long results.
std::string digest_of(std::span<const float> values) {
  std::uint64_t digest = 0xcbf29ce484222325;
  for (const float value : values) {
    digest = (digest ^ std::bit_cast<std::uint32_t>(value)) * 0x100000001b3;
  }
  return fmt::format("{:016x}", digest);
}

double double_from_bits(const std::string& hex) {
  std::uint64_t bits = 0;
  std::from_chars(hex.data(), hex.data() + hex.size(), bits, 16);
  return std::bit_cast<double>(bits);
}

std::vector<float> floats_of(Generator& generator, const json& call) {
  const auto name = call["call"].get<std::string>();
  const auto args = call["args"].get<tensor::Shape>();
  tensor::Tensor drawn;
  if (name == "rand") {
    drawn = NORMSCOPE_VALUE_OR_FAIL(rand(generator, args));
  } else if (name == "randn") {
    drawn = NORMSCOPE_VALUE_OR_FAIL(randn(generator, args));
  } else if (name == "normal") {
    drawn = NORMSCOPE_VALUE_OR_FAIL(normal(generator, args, call["mean"], call["deviation"]));
  } else if (name == "uniform") {
    drawn = NORMSCOPE_VALUE_OR_FAIL(uniform(generator, args, call["low"], call["high"]));
  } else {
    const auto layer = NORMSCOPE_VALUE_OR_FAIL(linear_parameters(generator, args[0], args[1]));
    EXPECT_EQ(layer.weight.shape(), (tensor::Shape{args[1], args[0]}));
    EXPECT_EQ(layer.bias.shape(), (tensor::Shape{args[1]}));
    std::vector<float> both(layer.weight.values().begin(), layer.weight.values().end());
    both.insert(both.end(), layer.bias.values().begin(), layer.bias.values().end());
    return both;
  }
  EXPECT_EQ(drawn.shape(), args);
  return {drawn.values().begin(), drawn.values().end()};
}

std::vector<std::int64_t> integers_of(Generator& generator, const json& call) {
  const auto count = call["args"][0].get<std::int64_t>();
  if (call["call"] == "randperm") return NORMSCOPE_VALUE_OR_FAIL(randperm(generator, count));
  return NORMSCOPE_VALUE_OR_FAIL(randint(generator, count, call["low"], call["high"]));
}

// Words used of the engine's current block of 624, as PyTorch's state counts them.
std::uint64_t words_used(std::uint64_t position) {
  return position == 0 ? 0 : (position - 1) % 624 + 1;
}

void expect_sequence(const json& sequence) {
  Generator generator(sequence["seed"].get<std::uint64_t>());
  for (const json& call : sequence["calls"]) {
    SCOPED_TRACE(fmt::format("seed {}, {} {}", sequence["seed"].dump(), call["call"].dump(),
                             call["args"].dump()));
    if (call.contains("integers")) {
      EXPECT_EQ(integers_of(generator, call), call["integers"].get<std::vector<std::int64_t>>());
    } else if (call.contains("digest")) {
      EXPECT_EQ(digest_of(floats_of(generator, call)), call["digest"].get<std::string>());
    } else {
      EXPECT_EQ(bits_of(floats_of(generator, call)), call["values"].get<std::string>());
    }
  }
  const GeneratorState state = generator.state();
  EXPECT_EQ(words_used(state.position), sequence["used"].get<std::uint64_t>());
  ASSERT_EQ(state.cached_normal.has_value(), !sequence["cached_normal"].is_null());
  if (state.cached_normal) {
    // The C library's log1p and sin may differ by one ULP each between versions, and the product
    // rounds once more: no float32 shows it, the cached double may.
    const double expected = double_from_bits(sequence["cached_normal"].get<std::string>());
    EXPECT_NEAR(*state.cached_normal, expected, 3 * 0x1p-52 * std::abs(expected));
  }
}

TEST(Streams, EqualPyTorchBitByBit) {
  ASSERT_GT(goldens()["sequences"].size(), 100U);
  for (const json& sequence : goldens()["sequences"]) expect_sequence(sequence);
}

TEST(Streams, RepeatFromAnyPlace) {
  // The same sequences, but each call starts on a new generator moved to the position.
  for (const json& sequence : goldens()["sequences"]) {
    Generator generator(sequence["seed"].get<std::uint64_t>());
    for (const json& call : sequence["calls"]) {
      Generator other(17);
      ASSERT_TRUE(other.set_state(generator.state()));
      EXPECT_EQ(other.state(), generator.state());
      if (call.contains("integers")) {
        EXPECT_EQ(integers_of(other, call), integers_of(generator, call));
      } else {
        EXPECT_EQ(bits_of(floats_of(other, call)), bits_of(floats_of(generator, call)));
      }
      EXPECT_EQ(other.state(), generator.state());
    }
  }
}

TEST(Streams, HaveTheRightDrawFarOut) {
  for (const json& row : goldens()["far"]) {
    Generator generator(3);
    ASSERT_TRUE(generator.set_state({.seed = row["seed"].get<std::uint64_t>(),
                                     .position = row["position"].get<std::uint64_t>()}));
    EXPECT_EQ(generator.next_32(), row["draw"].get<std::uint32_t>()) << row.dump();
  }
}

TEST(Streams, RoundLinearBoundsAsPyTorchDoes) {
  // The golden draws each layer's first two weights and its two biases by the bounds of nn.Linear.
  for (const json& row : goldens()["linear_bounds"]) {
    const auto size = row["in"].get<std::int64_t>();
    Generator generator(static_cast<std::uint64_t>(size));
    const auto layer = NORMSCOPE_VALUE_OR_FAIL(linear_parameters(generator, size, 2));
    EXPECT_EQ(bits_of(layer.weight.values().first(2)), row["weight"].get<std::string>()) << size;
    EXPECT_EQ(bits_of(layer.bias.values()), row["bias"].get<std::string>()) << size;
  }
}

}  // namespace
}  // namespace normscope::random
