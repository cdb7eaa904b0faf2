// SPDX-License-Identifier: MIT
// A table that can be read in several ways is shown before it enters, and what was understood can
// be corrected; plain numbers enter without a question.
#include <gtest/gtest.h>
#include <imgui.h>

#include "app/document/session/session.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

struct TableDialogTest : public ApplicationTest {
  TableDialogTest() { driver->click("welcome/close"); }

  void open(std::string_view name, std::string_view content) const {
    write_file(folder / name, content);
    ASSERT_TRUE(application->open_or_ask(folder / name).has_value());
    draw();
  }
  void draw() const {
    driver->shell().pacing().activity();
    driver->settle();
  }
  void click(std::string_view id) const {
    driver->click(id);
    driver->settle();
  }
  void choose_separator(int row) const {
    click("table/separator");
    click("table/separator/" + std::to_string(row));
  }
  void paste_as_input(const char* content) const {
    ImGui::SetClipboardText(content);
    click("inputs/table");
    click("inputs/table/paste");
    draw();
  }
  const tensor::Tensor& input() const { return *document().inputs[0].values.values(); }

  TemporaryFolder folder;
};

TEST_F(TableDialogTest, PlainNumbersEnterWithoutAQuestion) {
  open("x.tsv", "1\t2.5\n3\t4\n");
  EXPECT_FALSE(driver->has("table/accept"));
  EXPECT_EQ(input(), make({2, 2}, {1, 2.5F, 3, 4}));
}

TEST_F(TableDialogTest, AHeaderAndWordsAreUnderstood) {
  open("iris.csv", "length,width,kind\n5.1,3.5,setosa\n4.9,3.0,virginica\n");
  EXPECT_EQ(text("table/understood"),
            "2 rows and 2 columns of numbers; 1 other column is left out");
  EXPECT_EQ(text("table/columns"), "1-2");
  driver->key(ui::Key::kEnter);
  draw();
  EXPECT_FALSE(driver->has("table/accept"));
  EXPECT_EQ(input(), make({2, 2}, {5.1F, 3.5F, 4.9F, 3.0F}));
}

TEST_F(TableDialogTest, WhatWasUnderstoodIsCorrected) {
  open("x.csv", "1,5\n2,5\n");
  EXPECT_EQ(text("table/understood"), "2 rows and 2 columns of numbers");
  choose_separator(5);
  EXPECT_EQ(text("table/understood"), "2 rows and 1 column of numbers");
  click("table/accept");
  EXPECT_EQ(input(), make({2, 1}, {1.5F, 2.5F}));
  // A session reads the file in the same way again.
  const std::string session = document::to_session(document());
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::from_session(session)), document());
}

TEST_F(TableDialogTest, ColumnsAreChosen) {
  open("x.csv", "a;b;c\n1,5;2;3\n4;5;6\n");
  driver->replace_text("table/columns", "1, 3");
  draw();
  EXPECT_EQ(text("table/understood"),
            "2 rows and 2 columns of numbers; 1 other column is left out");
  driver->replace_text("table/columns", "4");
  draw();
  EXPECT_EQ(text("table/complaint"), "Columns are numbers from 1 to 3, such as 1-3, 5.");
  driver->replace_text("table/columns", "3");
  draw();
  click("table/accept");
  EXPECT_EQ(input(), make({2, 1}, {3, 6}));
}

TEST_F(TableDialogTest, OfOtherFilesDroppedWithItIsTold) {
  write_file(folder / "x.csv", "a,b\n1,2\n");
  application->send(workspace::OpenDropped{{folder / "x.csv", folder / "y.csv"}});
  draw();
  click("table/accept");
  EXPECT_EQ(input(), make({1, 2}, {1, 2}));
  EXPECT_EQ(text("status/notice"),
            "opened x.csv; 1 other file was dropped with it, and one is open at a time");
}

TEST_F(TableDialogTest, APastedTableIsShownAsWell) {
  paste_as_input("name;x;y\nfirst;1,5;2\nsecond;3;4\n");
  ASSERT_TRUE(driver->has("table/accept"));
  EXPECT_EQ(text("table/columns"), "2-3");
  click("table/accept");
  EXPECT_EQ(input(), make({2, 2}, {1.5F, 2, 3, 4}));
  paste_as_input("7\t8\n9\t10\n");
  EXPECT_FALSE(driver->has("table/accept"));
  EXPECT_EQ(input(), make({2, 2}, {7, 8, 9, 10}));
}

TEST_F(TableDialogTest, ADoubtfulNumberIsShownAsItIsRead) {
  open("x.csv", "a;b\n1.234,5;2\n1.500;4\n");
  EXPECT_EQ(text("table/understood"), "2 rows and 2 columns of numbers; 1.234,5 is read as 1234.5");
  click("table/accept");
  EXPECT_EQ(input(), make({2, 2}, {1234.5F, 2, 1500, 4}));
  // A session reads the file in the same way again.
  const std::string session = document::to_session(document());
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::from_session(session)), document());

  paste_as_input("1,500;2\n");
  EXPECT_EQ(text("table/understood"), "1 row and 2 columns of numbers; 1,500 is read as 1.5");
  click("table/mark/0");
  EXPECT_EQ(text("table/understood"), "1 row and 2 columns of numbers; 1,500 is read as 1500");
  click("table/accept");
  EXPECT_EQ(input(), make({1, 2}, {1500, 2}));
}

TEST_F(TableDialogTest, CancellingChangesNothing) {
  const Document before = document();
  open("x.csv", "a,b\n1,2\n");
  click("table/cancel");
  EXPECT_FALSE(driver->has("table/accept"));
  EXPECT_EQ(document(), before);
}

TEST_F(TableDialogTest, ATextWithoutNumbersIsRefusedAtOnce) {
  write_file(folder / "words.csv", "only,words\nand,more\n");
  EXPECT_FALSE(application->open_or_ask(folder / "words.csv").has_value());
}

}  // namespace
}  // namespace normscope::testing
