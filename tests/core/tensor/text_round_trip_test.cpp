// SPDX-License-Identifier: MIT
// A printed tensor reads back: within the printed digits, and exactly where there are enough of
// them; and the same numbers in the formats of NumPy and Python are the same tensor.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include "core/tensor/parse.hpp"
#include "core/tensor/print.hpp"
#include "core/text/numbers.hpp"
#include "tests/support/support.hpp"

namespace normscope::tensor {
namespace {

using testing::make;

// Nine significant digits tell any two float32 apart: one before the point and these after it.
constexpr int kExactPrecision = 8;

// Seldom zero: a single one empties the whole tensor. The bounds do not grow with rapidcheck's
// size.
rc::Gen<std::int64_t> any_size() {
  return rc::gen::element<std::int64_t>(1, 1, 2, 2, 3, 4, 5, 7, 11, 0);
}

Shape any_shape() {
  const auto rank = *rc::gen::element<std::size_t>(0, 1, 2, 3, 4);
  return *rc::gen::container<Shape>(rank, any_size());
}

// Elements at full range from the first case on: rapidcheck would let their range grow slowly.
std::vector<float> values_from(const Shape& shape, const rc::Gen<float>& gen) {
  return *rc::gen::container<std::vector<float>>(static_cast<std::size_t>(product(shape)),
                                                 rc::gen::resize(rc::kNominalSize, gen));
}

// Any of the 2^32 bit patterns: denormals, infinities and NaN included.
rc::Gen<float> any_bits() {
  return rc::gen::map(rc::gen::arbitrary<std::uint32_t>(),
                      [](std::uint32_t bits) { return std::bit_cast<float>(bits); });
}

// Numbers as lectures have them, now and then with something else among them.
rc::Gen<float> everyday() {
  return rc::gen::weightedOneOf<float>(
      {{12, rc::gen::map(rc::gen::inRange(-4'000'000, 4'000'000),
                         [](int n) { return static_cast<float>(n) / 1'000'000.0F; })},
       {4, rc::gen::map(rc::gen::inRange(-20, 20), [](int n) { return static_cast<float>(n); })},
       {1, rc::gen::element(0.0F, -0.0F, std::nanf(""), HUGE_VALF, -HUGE_VALF)},
       {1, rc::gen::map(rc::gen::inRange(-30, 30),
                        [](int n) { return static_cast<float>(std::pow(10.0, n)); })}});
}

bool same_number(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

bool same_tensor(const Tensor& a, const Tensor& b) {
  return a.shape() == b.shape() && std::ranges::equal(a.values(), b.values(), same_number);
}

// A tensor with these elements as nested lists, in the format that the arguments describe.
std::string nested(const Tensor& x, char open, char close, std::string_view separator) {
  std::int64_t at = 0;
  const std::function<std::string(std::size_t)> block = [&](std::size_t dim) -> std::string {
    if (dim == x.rank()) {
      return text::float_to_text(x.values()[static_cast<std::size_t>(at++)]);
    }
    std::string text(1, open);
    for (std::int64_t i = 0; i < x.shape()[dim]; ++i) {
      if (i > 0) text += separator;
      text += block(dim + 1);
    }
    // The comma that makes one item a tuple.
    if (open == '(' && x.shape()[dim] == 1) text += ',';
    return text + close;
  };
  return block(0);
}

TEST(TextRoundTrip, IsExactWithEnoughDigits) {
  EXPECT_TRUE(rc::check([] {
    const auto shape = any_shape();
    const auto x = make(shape, values_from(shape, *rc::gen::element(any_bits(), everyday())));
    const PrintOptions options{.precision = kExactPrecision,
                               .threshold = kNoThreshold,
                               .line_width = *rc::gen::inRange<std::int64_t>(0, 120),
                               .sci_mode = true};
    const auto read = parse_text(to_torch_text(x, options, "requires_grad=True"));
    RC_ASSERT(read.has_value());
    RC_ASSERT(same_tensor(*read, x));
  }));
}

TEST(TextRoundTrip, IsWithinHalfAUnitOfTheLastDigitPrinted) {
  EXPECT_TRUE(rc::check([] {
    const auto shape = any_shape();
    const auto x = make(shape, values_from(shape, everyday()));
    const PrintOptions options{.precision = *rc::gen::inRange(1, 9), .threshold = kNoThreshold};
    const auto text = to_torch_text(x, options);
    const auto read = parse_text(text);
    RC_ASSERT(read.has_value());
    RC_ASSERT(read->shape() == x.shape());
    const bool scientific = text.find('e', std::string_view("tensor(").size()) != std::string::npos;
    for (std::size_t i = 0; i < x.values().size(); ++i) {
      const double value = static_cast<double>(x.values()[i]);
      const double back = static_cast<double>(read->values()[i]);
      if (!std::isfinite(value)) {
        RC_ASSERT(same_number(x.values()[i], read->values()[i]));
        continue;
      }
      // Half a unit of the last decimal place, of the leading digit's power of ten in the
      // scientific style; then half a float32 ULP for the rounding of what was read.
      const double leading = scientific && value != 0.0
                                 ? std::pow(10.0, std::floor(std::log10(std::abs(value))))
                                 : 1.0;
      const double decimal = 0.5 * leading * std::pow(10.0, -options.precision);
      const double ulp = std::abs(value) * std::pow(2.0, -24);
      // The powers of ten above are themselves rounded; a millionth covers that many times over.
      RC_ASSERT(std::abs(back - value) <= (decimal + ulp) * (1.0 + 1e-6));
    }
  }));
}

TEST(TextRoundTrip, PrintingWhatWasReadChangesNothing) {
  EXPECT_TRUE(rc::check([] {
    const auto shape = any_shape();
    const auto x = make(shape, values_from(shape, any_bits()));
    const PrintOptions options{
        .precision = kExactPrecision, .threshold = kNoThreshold, .sci_mode = true};
    const auto text = to_torch_text(x, options);
    const auto read = parse_text(text);
    RC_ASSERT(read.has_value());
    RC_ASSERT(to_torch_text(*read, options) == text);
  }));
}

TEST(TextRoundTrip, EveryDressOfTheSameNumbersIsTheSameTensor) {
  EXPECT_TRUE(rc::check([] {
    // An empty list has no inner shape: (0, 3) reads as (0).
    const auto rank = *rc::gen::element<std::size_t>(0, 1, 2, 3, 4);
    const auto shape = *rc::gen::container<Shape>(rank, rc::gen::element<std::int64_t>(1, 2, 3, 5));
    const auto x = make(shape, values_from(shape, *rc::gen::element(any_bits(), everyday())));
    const auto reads_as_x = [&](const std::string& text) {
      const auto read = parse_text(text);
      return read.has_value() && same_tensor(*read, x);
    };
    RC_ASSERT(reads_as_x(nested(x, '[', ']', ", ")));
    RC_ASSERT(reads_as_x(nested(x, '(', ')', ",")));
    RC_ASSERT(reads_as_x(nested(x, '[', ']', "\n ")));
    RC_ASSERT(reads_as_x("array(" + nested(x, '[', ']', ",\n       ") + ", dtype=float32)"));
    RC_ASSERT(reads_as_x("tensor(" + nested(x, '[', ']', ", ") + ", grad_fn=<MulBackward0>)"));
  }));
}

// Any text is read or refused with a sentence; brackets and numbers are likelier than in noise.
TEST(TextRoundTrip, NoTextIsTooStrangeToBeRefused) {
  EXPECT_TRUE(rc::check([] {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "[", "]", "(", ")", ",", " ", "\n", "1", "-2.5", "nan", "...", "tensor(", "array(",
        ", size=(0, 3)", "dtype=", "<", "'", "=", "e", "\xc3"));
    std::string text;
    for (const auto& piece : pieces) text += piece;
    const auto read = parse_text(text);
    if (!read) RC_ASSERT(!read.error().sentence.empty());
  }));
}

}  // namespace
}  // namespace normscope::tensor
