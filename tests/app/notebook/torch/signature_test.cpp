// SPDX-License-Identifier: MIT
// The table of signatures: every line of it is read, names stand in it once, and slots are where
// handlers look for them.
#include "app/notebook/torch/arguments/signature.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "app/notebook/torch/arguments/signatures_text.hpp"

namespace normscope::notebook::torch {
namespace {

SignatureText text_of(std::string_view name, SignatureKind kind) {
  const auto table = signature_table();
  const auto found = std::ranges::find_if(
      table, [&](const SignatureText& row) { return row.name == name && row.kind == kind; });
  EXPECT_NE(found, table.end()) << name;
  return *found;
}

TEST(Signatures, EveryNameStandsInTheTableOnce) {
  std::set<std::pair<std::string_view, SignatureKind>> seen;
  const auto table = signature_table();
  ASSERT_GT(table.size(), 800U);
  for (const SignatureText& row : table) {
    EXPECT_FALSE(row.name.empty());
    EXPECT_EQ(row.name.find_first_of(" \n,:()"), std::string_view::npos) << row.name;
    EXPECT_TRUE(seen.emplace(row.name, row.kind).second) << row.name;
  }
}

TEST(Signatures, EveryFormIsReadAndFitsIntoTheSlots) {
  for (const SignatureText& row : signature_table()) {
    const Signature signature = signature_of(row);
    ASSERT_FALSE(signature.forms.empty()) << row.name;
    EXPECT_LE(signature.slots.size(), kMostSlots) << row.name;
    for (const Form& form : signature.forms) {
      EXPECT_LE(form.least, form.parameters.size()) << row.name;
      for (const Parameter& parameter : form.parameters) {
        EXPECT_LT(parameter.slot, signature.slots.size()) << row.name;
      }
    }
  }
}

TEST(Signatures, EveryFormOfTheFileIsInTheTable) {
  std::size_t lines = 0;
  std::string_view text = signatures_text();
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.starts_with("  (")) ++lines;
  }
  std::set<const char*> read;
  for (const SignatureText& row : signature_table()) {
    for (std::size_t at = 0; at < row.forms.size(); at = row.forms.find('\n', at) + 1) {
      read.insert(row.forms.data() + at);
    }
  }
  EXPECT_EQ(read.size(), lines);
}

TEST(Signatures, AMethodIsReadAsItsFunctionWithoutTheTensor) {
  const Signature function = signature_of(text_of("sum", SignatureKind::kFunction));
  EXPECT_EQ(function.forms[1].shown,
            "(Tensor input, tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None, "
            "Tensor out = None)");
  const Signature method = signature_of(text_of("sum", SignatureKind::kMethod));
  EXPECT_EQ(method.forms[1].shown,
            "(tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None)");
  EXPECT_EQ(method.slots, (std::vector<std::string>{"input", "dim", "keepdim", "dtype"}));
}

TEST(Signatures, ANumberInThePlaceOfTheTensorHasItsSlot) {
  const Signature power = signature_of(text_of("pow", SignatureKind::kFunction));
  ASSERT_EQ(power.forms[1].parameters[0].name, "self");
  EXPECT_EQ(power.slots[power.forms[1].parameters[0].slot], "input");
}

TEST(Signatures, NumbersThatAreMissingStandInTheTable) {
  const Signature signature = signature_of(text_of("diagonal", SignatureKind::kFunction));
  EXPECT_EQ(signature.slots,
            (std::vector<std::string>{"input", "offset", "dim1", "dim2", "outdim"}))
      << "forms that name dimensions come last";
  EXPECT_EQ(signature.missing, (std::vector<std::optional<double>>{{}, 0.0, 0.0, 1.0, {}}));
  EXPECT_TRUE(signature.forms[1].parameters[3].optional);
}

TEST(Signatures, WhatTakesNothingIsKnown) {
  EXPECT_TRUE(signature_of(text_of("item", SignatureKind::kMethod)).takes_nothing);
  EXPECT_TRUE(signature_of(text_of("relu_", SignatureKind::kMethod)).takes_nothing);
  EXPECT_FALSE(signature_of(text_of("size", SignatureKind::kMethod)).takes_nothing);
}

}  // namespace
}  // namespace normscope::notebook::torch
