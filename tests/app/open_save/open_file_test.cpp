// SPDX-License-Identifier: MIT
// Which file becomes what on the stage.
#include "app/open_save/open_file.hpp"

#include <gtest/gtest.h>

#include "app/document/session/session.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using open_save::open_file;

TEST(OpenFile, AnArrayOrTableBecomesTheInput) {
  const TemporaryFolder folder;
  const auto values = make({2, 3}, {1, 2, 3, 4, 5, 6});
  for (const char* name : {"x.npy", "x.csv", "x.tsv"}) {
    ASSERT_TRUE(io::write_tensor(folder / name, values));
    const auto opened = NORMSCOPE_VALUE_OR_FAIL(open_file(folder / name));
    EXPECT_EQ(*opened.document.inputs.at(0).values.values(), values) << name;
    EXPECT_EQ(opened.document.inputs.at(0).name, "x");
    EXPECT_TRUE(std::holds_alternative<document::File>(opened.document.inputs.at(0).origin));
    EXPECT_FALSE(opened.session);
  }
}

TEST(OpenFile, ASessionIsWhatItWas) {
  const TemporaryFolder folder;
  auto document = document::welcome_document();
  document.selection = {1, 3};
  ASSERT_TRUE(document::save_session(folder / "s.json", document));
  const auto opened = NORMSCOPE_VALUE_OR_FAIL(open_file(folder / "s.json"));
  EXPECT_EQ(opened.document, document);
  EXPECT_EQ(opened.session, folder / "s.json");
}

TEST(OpenFile, UpperCaseExtensionsAreTheSame) {
  const TemporaryFolder folder;
  const auto document = document::welcome_document();
  ASSERT_TRUE(document::save_session(folder / "S.JSON", document));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_file(folder / "S.JSON")).document, document);
}

TEST(OpenFile, FilesThatMovedAreNamedAndReadAtTheirNewPlace) {
  const TemporaryFolder folder;
  ASSERT_TRUE(io::write_tensor(folder / "x.npy", make({2}, {1, 2})));
  const auto made = NORMSCOPE_VALUE_OR_FAIL(open_file(folder / "x.npy")).document;
  ASSERT_TRUE(document::save_session(folder / "s.json", made));
  EXPECT_TRUE(open_save::missing_files(folder / "s.json").empty());
  std::filesystem::rename(folder / "x.npy", folder / "y.npy");
  const auto missing = open_save::missing_files(folder / "s.json");
  ASSERT_EQ(missing.size(), 1U);
  EXPECT_EQ(missing[0].path, folder / "x.npy");
  EXPECT_FALSE(open_file(folder / "s.json"));
  const auto opened = NORMSCOPE_VALUE_OR_FAIL(
      open_file(folder / "s.json", {{(folder / "x.npy").string(), (folder / "y.npy").string()}}));
  EXPECT_EQ(opened.document.inputs[0].values, made.inputs[0].values);
  EXPECT_TRUE(open_save::missing_files(folder / "none.json").empty());
}

TEST(OpenFile, WhatCannotBeOpenedIsASentence) {
  const TemporaryFolder folder;
  write_file(folder / "bad.json", "{");
  write_file(folder / "bad.md", "no front matter");
  ASSERT_TRUE(io::write_tensor(folder / "empty.npy", make({0, 3}, {})));
  for (const char* name : {"none.npy", "bad.json", "bad.md", "empty.npy"}) {
    const auto opened = open_file(folder / name);
    ASSERT_FALSE(opened) << name;
    EXPECT_FALSE(opened.error().sentence.empty());
  }
  EXPECT_NE(open_file(folder / "empty.npy").error().sentence.find("(0, 3)"), std::string::npos);
}

}  // namespace
}  // namespace normscope::testing
