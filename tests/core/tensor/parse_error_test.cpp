// SPDX-License-Identifier: MIT
// Texts that are no tensor: each gives an error with its position, and none a crash.
#include <gtest/gtest.h>

#include "core/base/limits.hpp"
#include "core/tensor/parse.hpp"

namespace normscope::tensor {
namespace {

using base::ErrorKind;

struct Refusal {
  std::string_view text;
  std::string_view sentence;
};

std::ostream& operator<<(std::ostream& out, const Refusal& refusal) {
  return out << refusal.text;
}

class Malformed : public ::testing::TestWithParam<Refusal> {};

TEST_P(Malformed, SaysWhatAndWhere) {
  const auto x = parse_text(GetParam().text);
  ASSERT_FALSE(x);
  EXPECT_EQ(x.error().kind, ErrorKind::kMalformed);
  EXPECT_EQ(x.error().sentence, GetParam().sentence);
}

INSTANTIATE_TEST_SUITE_P(Nothing, Malformed,
                         ::testing::Values(Refusal{"", "the text is empty"},
                                           Refusal{" \n\t", "the text is empty"}));

INSTANTIATE_TEST_SUITE_P(
    Numbers, Malformed,
    ::testing::Values(
        Refusal{"abc", "line 1, column 1: 'abc' is not a number"},
        Refusal{"[1, two]", "line 1, column 5: 'two' is not a number"},
        Refusal{"[1,\n 2,\n 3x]", "line 3, column 2: '3x' is not a number"},
        Refusal{"[True, False]", "line 1, column 2: 'True' is not a number"},
        Refusal{"[1, None]", "line 1, column 5: 'None' is not a number"},
        Refusal{"[0x10]", "line 1, column 2: '0x10' is not a number"},
        Refusal{"[1+2j]", "line 1, column 2: '1+2j' is not a number"},
        Refusal{"[--1]", "line 1, column 2: '--1' is not a number"},
        Refusal{"[\"1\"]", "line 1, column 2: '\"1\"' is not a number"},
        Refusal{"[nan(1)]", "line 1, column 5: expected a comma or a blank, but found '('"},
        Refusal{"[ä, 1]", R"(line 1, column 2: '??' is not a number)"},
        Refusal{"[1, \x01\t]", "line 1, column 5: '?' is not a number"},
        Refusal{"[0.1234567890123456789012345678901234567890123x]",
                "line 1, column 2: '0.12345678901234567890123456789012345678...' is not a number"},
        Refusal{"[,1]", "line 1, column 2: expected a number or a list, but found ','"},
        Refusal{"[1,,2]", "line 1, column 4: expected a number or a list, but found ','"},
        Refusal{"]", "line 1, column 1: expected a number or a list, but found ']'"},
        Refusal{"tensor()", "line 1, column 8: expected a number or a list, but found ')'"}));

INSTANTIATE_TEST_SUITE_P(
    Ragged, Malformed,
    ::testing::Values(Refusal{"[[1, 2], [3]]",
                              "line 1, column 10: expected a list of shape (2) as before it, but "
                              "found a list of shape (1)"},
                      Refusal{"[[1, 2],\n [3, 4],\n [5, 6, 7]]",
                              "line 3, column 2: expected a list of shape (2) as before it, but "
                              "found a list of shape (3)"},
                      Refusal{"[1, [2]]",
                              "line 1, column 5: expected a number as before it, but found a list "
                              "of shape (1)"},
                      Refusal{"[[1], 2]",
                              "line 1, column 7: expected a list of shape (1) as before it, but "
                              "found a number"},
                      Refusal{"[[[]], [1]]",
                              "line 1, column 8: expected a list of shape (1, 0) as before it, but "
                              "found a list of shape (1)"},
                      Refusal{"[[], [[]]]",
                              "line 1, column 6: expected a list of shape (0) as before it, but "
                              "found a list of shape (1, 0)"}));

INSTANTIATE_TEST_SUITE_P(
    Brackets, Malformed,
    ::testing::Values(
        Refusal{"[1, 2",
                "line 1, column 6: expected ']' for the '[' of line 1, column 1, but found the end "
                "of the text"},
        Refusal{"[[1, 2],\n [3, 4]",
                "line 2, column 8: expected ']' for the '[' of line 1, column 1, but found the end "
                "of the text"},
        Refusal{"[1, 2)",
                "line 1, column 6: expected ']' for the '[' of line 1, column 1, but found ')'"},
        Refusal{"[",
                "line 1, column 2: expected ']' for the '[' of line 1, column 1, but found the end "
                "of the text"},
        Refusal{"[1]]", "line 1, column 4: expected the end of the text, but found ']'"},
        Refusal{"[1] [2]", "line 1, column 5: expected the end of the text, but found '['"},
        Refusal{"1 2", "line 1, column 3: expected the end of the text, but found '2'"},
        Refusal{"[1, 2 3]",
                "line 1, column 7: expected a comma as before in this list, but found '3'"},
        Refusal{"[1 2, 3]", "line 1, column 5: a comma in a list that has blanks before"}));

INSTANTIATE_TEST_SUITE_P(
    Calls, Malformed,
    ::testing::Values(
        Refusal{"tensor([1, 2]",
                "line 1, column 14: expected ',' or the ')' of the call, but found the end of the "
                "text"},
        Refusal{"tensor([1, 2]))",
                "line 1, column 15: expected the end of the text, but found ')'"},
        Refusal{"foo([1])", "line 1, column 1: 'foo' is not a number"},
        Refusal{"tensor([1], colour=red)",
                "line 1, column 13: 'colour' is none of the suffixes of a print (dtype, device, "
                "grad_fn, requires_grad, size, shape)"},
        Refusal{"tensor([1], dtype)", "line 1, column 18: expected '=', but found ')'"},
        Refusal{"tensor([1], dtype=)", "line 1, column 19: expected a value, but found ')'"},
        Refusal{"tensor([1], device='cuda)",
                "line 1, column 21: expected a value that ends with ', but found 'cuda'"},
        Refusal{"tensor([], size=(2, 2))",
                "line 1, column 1: the size (2, 2) does not fit the values, of shape (0)"},
        Refusal{"tensor([1], size=(1, 1))",
                "line 1, column 1: the size (1, 1) does not fit the values, of shape (1)"},
        Refusal{"tensor([], size=(0, x))", "line 1, column 21: expected a whole number in a size"},
        Refusal{"tensor([], size=(0 3))", "line 1, column 20: expected ',' or ')', but found '3'"},
        Refusal{"tensor([], size=3)",
                "line 1, column 17: expected a size such as (0, 3), but found '3'"}));

TEST(ParseErrors, ASummaryIsNamedAndTheHintSaysHowToPrintAll) {
  for (const std::string_view text :
       {"tensor([   0.,    1.,    2.,  ...,  998.,  999., 1000.])",
        "tensor([[0., 1.],\n        ...,\n        [2., 3.]])", "[0. 1. 2. ... 7. 8. 9.]",
        "[[0. 1.]\n ...\n [2. 3.]]", "[...]", "..."}) {
    const auto x = parse_text(text);
    ASSERT_FALSE(x) << text;
    EXPECT_EQ(x.error().kind, ErrorKind::kUnsupported);
    EXPECT_NE(x.error().sentence.find("is a summary"), std::string::npos);
    EXPECT_NE(x.error().hint.find("torch.set_printoptions(profile='full')"), std::string::npos);
  }
}

TEST(ParseErrors, ImpossibleSizesAreErrorsOfTheShape) {
  EXPECT_FALSE(parse_text("tensor([], size=(0, -1))"));
  const auto rank = parse_text("tensor([], size=(0" + [] {
    std::string ones;
    for (std::size_t i = 0; i < base::kMaxRank; ++i) ones += ", 1";
    return ones;
  }() + "))");
  ASSERT_FALSE(rank);
  EXPECT_EQ(rank.error().kind, ErrorKind::kTooLarge);
  EXPECT_FALSE(parse_text("tensor([], size=(99999999999999999999, 0))"));
}

TEST(ParseErrors, TooDeepWithoutUsingUpTheStack) {
  for (const char bracket : {'[', '('}) {
    const auto x = parse_text(std::string(1'000'000, bracket));
    ASSERT_FALSE(x);
    EXPECT_EQ(x.error().kind, ErrorKind::kTooLarge);
    EXPECT_EQ(x.error().sentence,
              "line 1, column 65: lists nest deeper than the 64 dimensions a tensor may have");
  }
}

TEST(ParseErrors, TooLong) {
  const auto x = parse_text(std::string(kMaxTensorTextBytes + 1, ' '));
  ASSERT_FALSE(x);
  EXPECT_EQ(x.error().kind, ErrorKind::kTooLarge);
  EXPECT_FALSE(x.error().hint.empty());
}

TEST(ParseErrors, BytesOfAnyKind) {
  using std::string_view_literals::operator""sv;
  EXPECT_FALSE(parse_text("\0"sv));
  EXPECT_FALSE(parse_text("[1, 2\0]"sv));
  EXPECT_FALSE(parse_text("\xff\xfe[1]"sv));
}

}  // namespace
}  // namespace normscope::tensor
