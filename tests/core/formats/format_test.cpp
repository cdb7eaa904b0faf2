// SPDX-License-Identifier: MIT
// The formats against the tables of their definitions, and their codes against other people's.
#include "core/formats/format.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/formats/stored.hpp"
#include "tests/core/formats/golden_bits.hpp"
#include "tests/support/support.hpp"

namespace normscope::formats {
namespace {

struct Row {
  const Format* format;
  int bits;
  double largest, smallest_normal, smallest;
};

// IEEE 754-2019 table 3.5; the OCP specification's table 1; tf32: float32's exponents, float16's
// fraction.
const std::vector<Row> kRows{
    {&kFloat64, 64, 0x1.fffffffffffffp1023, 0x1p-1022, 0x1p-1074},
    {&kFloat32, 32, 0x1.fffffep127, 0x1p-126, 0x1p-149},
    {&kTf32, 19, 0x1.ffcp127, 0x1p-126, 0x1p-136},
    {&kBfloat16, 16, 0x1.fep127, 0x1p-126, 0x1p-133},
    {&kFloat16, 16, 65504, 0x1p-14, 0x1p-24},
    {&kE4m3fn, 8, 448, 0x1p-6, 0x1p-9},
    {&kE5m2, 8, 57344, 0x1p-14, 0x1p-16},
};

TEST(Format, TheBoundsAreThoseOfTheDefinitions) {
  ASSERT_EQ(formats().size(), kRows.size());
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.format->name);
    EXPECT_EQ(row.format->bits(), row.bits);
    EXPECT_EQ(row.format->largest(), row.largest);
    EXPECT_EQ(row.format->smallest_normal(), row.smallest_normal);
    EXPECT_EQ(row.format->smallest(), row.smallest);
    EXPECT_EQ(format_of(row.format->id).name, row.format->name);
    EXPECT_EQ(base::value_of(format_names(), row.format->name), row.format->id);
    EXPECT_FALSE(row.format->source.empty());
  }
}

TEST(Format, EveryCodeOfTwoBytesStandsForItsNumberAndTheNumberForItsCode) {
  for (const Format& format : formats()) {
    if (format.bits() > 19) continue;
    SCOPED_TRACE(format.name);
    const std::uint64_t half = std::uint64_t{1} << (format.bits() - 1U);
    double before = -1;
    for (std::uint64_t code = 0; code < half; ++code) {
      const double value = decode(code, format);
      const double opposite = decode(code | half, format);
      if (std::isnan(value)) {
        EXPECT_TRUE(std::isnan(opposite));
        EXPECT_TRUE(std::isnan(decode(encode(value, format), format)));
        continue;
      }
      ASSERT_GT(value, before);
      before = value;
      ASSERT_EQ(opposite, -value);
      ASSERT_EQ(encode(value, format), code);
      ASSERT_EQ(encode(opposite, format), code | half);
    }
  }
}

// tests/oracle/formats.py says what is summed.
class FormatGoldens : public ::testing::TestWithParam<const Format*> {};

TEST_P(FormatGoldens, CodesAreThoseOfNumpyAndTorch) {
  const Format& format = *GetParam();
  const auto golden = testing::read_json_data("formats/" + std::string(format.name) + ".json");
  std::uint64_t sum = 0;
  for (std::uint64_t code = 0; code < std::uint64_t{1} << static_cast<unsigned>(format.bits());
       ++code) {
    const std::uint32_t bits = float_bits(decode(code, format));
    sum += bits * (2 * code + 1);
    if (golden.contains("numbers")) {
      EXPECT_EQ(bits, std::stoul(golden["numbers"][code].get<std::string>(), nullptr, 16)) << code;
    }
  }
  EXPECT_EQ(sum, std::stoull(golden["decoded"].get<std::string>(), nullptr, 16));
}

INSTANTIATE_TEST_SUITE_P(Format, FormatGoldens,
                         ::testing::Values(&kFloat16, &kBfloat16, &kE4m3fn, &kE5m2),
                         [](const auto& of) { return std::string(of.param->name); });

TEST(Format, NeighboursAndSpacing) {
  const auto expect = [](double value, const Format& format, double below, double above) {
    const Neighbours neighbours = neighbours_of(value, format);
    EXPECT_EQ(neighbours.below, below) << value;
    EXPECT_EQ(neighbours.above, above) << value;
  };
  expect(2048, kFloat16, 2047, 2050);
  expect(-2048, kFloat16, -2050, -2047);
  expect(0, kFloat16, -0x1p-24, 0x1p-24);
  expect(-0.0, kFloat16, -0x1p-24, 0x1p-24);
  expect(65504, kFloat16, 65472, kInfinity);
  expect(448, kE4m3fn, 416, 448);
  expect(1, kFloat32, 1 - 0x1p-24, 1 + 0x1p-23);
  expect(0x1p-149, kFloat32, 0, 0x1p-148);
  for (const double value : {1.0, 3.0, 0.1, 1e300, 5e-324}) {
    expect(value, kFloat64, std::nextafter(value, -kInfinity), std::nextafter(value, kInfinity));
  }
  EXPECT_EQ(unit_in_last_place(2048, kFloat16), 2);
  EXPECT_EQ(unit_in_last_place(-3, kBfloat16), 0x1p-6);
  EXPECT_EQ(unit_in_last_place(1e-12, kFloat16), 0x1p-50);  // below the format's numbers, too
  EXPECT_EQ(unit_in_last_place(0, kFloat16), 0);
  EXPECT_TRUE(std::isnan(unit_in_last_place(kInfinity, kFloat16)));
}

template <class Narrow>
void expect_stored(const Format& format) {
  for (std::uint32_t code = 0; code < 0x10000U; ++code) {
    const double value = decode(code, format);
    const float stored = static_cast<float>(Narrow(static_cast<float>(value)));
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(stored));
    } else {
      ASSERT_EQ(std::bit_cast<std::uint32_t>(stored), float_bits(value)) << code;
    }
  }
}

TEST(Format, StoredNumbersOfTwoBytesAreTheSame) {
  expect_stored<Float16>(kFloat16);
  expect_stored<Bfloat16>(kBfloat16);
}

}  // namespace
}  // namespace normscope::formats
