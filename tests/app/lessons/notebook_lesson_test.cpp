// SPDX-License-Identifier: MIT
// A notebook's cells as steps.
#include "app/lessons/notebook_lesson.hpp"

#include <gtest/gtest.h>

#include "app/lessons/cells.hpp"
#include "app/lessons/markdown.hpp"

namespace normscope::lessons {
namespace {

using notebook::ipynb::CellKind;
using notebook::ipynb::NotebookFile;

NotebookFile file_of(const std::vector<std::pair<CellKind, std::string>>& cells) {
  NotebookFile file;
  for (const auto& [kind, source] : cells) file.cells.push_back({kind, source, {}, {}});
  return file;
}

TEST(NotebookLesson, EachCellEndsAStep) {
  const Lesson lesson = notebook_lesson(file_of({{CellKind::kMarkdown, "# Layer norm\nOne *row*."},
                                                 {CellKind::kCode, "x = 1"},
                                                 {CellKind::kCode, "x + 1"},
                                                 {CellKind::kMarkdown, "The end."}}),
                                        "a.ipynb");
  EXPECT_EQ(lesson.title, "a.ipynb");
  ASSERT_EQ(lesson.steps.size(), 3U);
  EXPECT_EQ(lesson.steps[0].title, "Layer norm");
  ASSERT_EQ(lesson.steps[0].blocks.size(), 2U);
  EXPECT_EQ(lesson.steps[0].blocks[0].kind, BlockKind::kParagraph);
  EXPECT_TRUE(lesson.steps[0].blocks[0].inlines.at(1).emphasis);
  EXPECT_EQ(lesson.steps[0].blocks[1].language, "python");
  EXPECT_EQ(lesson.steps[0].blocks[1].text, "x = 1");
  EXPECT_EQ(lesson.steps[1].title, "Cell 2");
  EXPECT_EQ(lesson.steps[2].blocks.at(0).inlines.at(0).text, "The end.");
  EXPECT_TRUE(lesson.steps[0].document.layers.empty());
}

TEST(NotebookLesson, TextThatLessonsCannotShowStandsAsItIs) {
  const std::string table = "| a | b |\n|---|---|\n| 1 | 2 |\n\n![picture](x.png)\n";
  const Lesson lesson = notebook_lesson(file_of({{CellKind::kMarkdown, table}}), "b.ipynb");
  ASSERT_EQ(lesson.steps.size(), 1U);
  EXPECT_EQ(lesson.steps[0].blocks.at(0).inlines.at(0).text, table);
}

// A step is laid out as a whole.
TEST(NotebookLesson, TextsWithoutEndArePartedAndCut) {
  const std::string page(kMostStepBytes - 10, 'x');
  Lesson lesson = notebook_lesson(
      file_of({{CellKind::kMarkdown, page}, {CellKind::kRaw, page}, {CellKind::kCode, "x = 1"}}),
      "a.ipynb");
  ASSERT_EQ(lesson.steps.size(), 2U);
  EXPECT_EQ(lesson.steps[1].blocks.at(1).text, "x = 1");
  const std::vector<std::pair<CellKind, std::string>> notes(2 * kMostBlocks,
                                                            {CellKind::kMarkdown, "a"});
  EXPECT_EQ(notebook_lesson(file_of(notes), "a.ipynb").steps.size(), 2U);
  lesson = notebook_lesson(file_of({{CellKind::kMarkdown, "# " + page + "\n" + page + page},
                                    {CellKind::kCode, "# " + page}}),
                           "a.ipynb");
  EXPECT_EQ(lesson.steps[0].title, std::string(200, 'x') + "\u2026");
  EXPECT_EQ(lesson.steps[0].blocks.at(0).inlines.at(0).text.size(), kMostStepBytes + 3);
  EXPECT_EQ(lesson.code_columns, 2 + page.size()) << "code is whole";
}

TEST(NotebookLesson, WhatIsStoredIsWhatACellIsToGive) {
  using notebook::ipynb::OutputKind;
  using notebook::ipynb::StoredOutput;
  NotebookFile file = file_of({{CellKind::kCode, "print(1)\n2"}, {CellKind::kCode, "x = 1"}});
  StoredOutput printed;
  printed.kind = OutputKind::kStream;
  printed.text = "1\n";
  printed.stream = "stdout";
  StoredOutput warned = printed;
  warned.text = "warning\n";
  warned.stream = "stderr";
  StoredOutput value;
  value.kind = OutputKind::kResult;
  value.text = "2";
  file.cells[0].outputs = {printed, warned, value};
  const Lesson lesson = notebook_lesson(file, "d.ipynb");
  const auto cells = cells_of(lesson);
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_EQ(cells[0].output, "1\n2\n");
  EXPECT_EQ(cells[1].source, "x = 1");
  EXPECT_EQ(cells[1].place, (BlockPlace{1, 0}));
  EXPECT_FALSE(cells[1].output);
}

TEST(NotebookLesson, AnEmptyNotebookHasAStep) {
  EXPECT_EQ(notebook_lesson({}, "c.ipynb").steps.size(), 1U);
}

}  // namespace
}  // namespace normscope::lessons
