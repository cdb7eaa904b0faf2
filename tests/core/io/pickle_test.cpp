// SPDX-License-Identifier: MIT
// Pickles byte by byte, written after pickletools' description of the opcodes.
#include "core/io/pickle.hpp"

#include <gtest/gtest.h>

#include "core/base/limits.hpp"
#include "tests/core/io/io_support.hpp"

namespace normscope::io::pickle_test {

using base::ErrorKind;
using namespace std::string_view_literals;

base::Expected<Pickle> read(std::string_view bytes) {
  return read_pickle(bytes);
}

TEST(Pickle, ReadsNumbersAndTexts) {
  // [-2, 300, 2^40, 1.5, "ab", True, None]
  const std::string_view bytes =
      "\x80\x02](J\xfe\xff\xff\xffM\x2c\x01\x8a\x06\x00\x00\x00\x00\x00\x01"
      "G\x3f\xf8\x00\x00\x00\x00\x00\x00X\x02\x00\x00\x00"
      "ab\x88Ne."sv;
  const Pickle pickle = NORMSCOPE_VALUE_OR_FAIL(read(bytes));
  const auto* const list = pickle.as<Pickle::Sequence>(pickle.root);
  ASSERT_NE(list, nullptr);
  ASSERT_EQ(list->items.size(), 7U);
  EXPECT_EQ(*pickle.as<std::int64_t>(list->items[0]), -2);
  EXPECT_EQ(*pickle.as<std::int64_t>(list->items[1]), 300);
  EXPECT_EQ(*pickle.as<std::int64_t>(list->items[2]), std::int64_t{1} << 40);
  EXPECT_EQ(*pickle.as<double>(list->items[3]), 1.5);
  EXPECT_EQ(*pickle.as<std::string>(list->items[4]), "ab");
  EXPECT_TRUE(*pickle.as<bool>(list->items[5]));
  EXPECT_NE(pickle.as<std::monostate>(list->items[6]), nullptr);
}

TEST(Pickle, NamesWhatWouldBeCalled) {
  const Pickle pickle =
      NORMSCOPE_VALUE_OR_FAIL(read("\x80\x02"
                                   "cposix\nsystem\nU\x02ls\x85R."));
  const auto* const call = pickle.as<Pickle::Call>(pickle.root);
  ASSERT_NE(call, nullptr);
  EXPECT_EQ(pickle.as<Pickle::Global>(call->function)->name, "posix.system");
}

TEST(Pickle, AListMayHoldItself) {
  const Pickle pickle =
      NORMSCOPE_VALUE_OR_FAIL(read("\x80\x02]q\x00h\x00"
                                   "a."sv));
  EXPECT_EQ(pickle.as<Pickle::Sequence>(pickle.root)->items.front(), pickle.root);
}

TEST(Pickle, EndsWhereItStops) {
  std::string_view bytes = "\x80\x02N.\x80\x02\x88.";
  EXPECT_TRUE(read_pickle(bytes));
  const Pickle second = NORMSCOPE_VALUE_OR_FAIL(read_pickle(bytes));
  EXPECT_TRUE(*second.as<bool>(second.root));
  EXPECT_TRUE(bytes.empty());
}

TEST(Pickle, WhatIsNoneIsRefused) {
  for (const std::string_view bytes :
       {"", ".", "\x80\x02", "N", "\xff", "a.", "e.", "(.", "R.", "(0.", "h\x01.",
        "X\xff\xff\xff\x7f.", "\x85.", "Ns.", "(NNNu.", "}(Nu.", "Na."}) {
    expect_error(read(bytes), ErrorKind::kMalformed, "its pickle is damaged");
  }
  const std::string many(base::kMaxPickleValues + 2, 'N');
  expect_error(read(many + "."), ErrorKind::kMalformed, "too large");
}

}  // namespace normscope::io::pickle_test
