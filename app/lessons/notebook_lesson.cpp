// SPDX-License-Identifier: MIT
#include "app/lessons/notebook_lesson.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lessons/markdown.hpp"
#include "app/notebook/check/agreement.hpp"
#include "core/text/lines.hpp"
#include "core/text/translate.hpp"
#include "core/text/utf8.hpp"

namespace normscope::lessons {

using notebook::ipynb::CellKind;

namespace {

// The text of a heading of any level; empty for any other line.
std::string_view heading_of(std::string_view line) {
  const std::size_t level = line.find_first_not_of('#');
  if (level == 0 || level == std::string_view::npos || line[level] != ' ') return {};
  return line.substr(level + 1);
}

Block plain(std::string_view text) {
  Block block;
  block.inlines.push_back({.text = std::string(text)});
  return block;
}

constexpr std::size_t kMostTitleBytes = 200;

// The first heading becomes the title; further headings become lines in bold, because headings
// would begin new sections.
std::vector<Block> blocks_of(std::string_view markdown, std::string& title) {
  std::string body;
  for (std::string_view rest = markdown; !rest.empty();) {
    const std::string_view line = text::take_line(rest);
    const std::string_view heading = heading_of(line);
    if (heading.empty()) {
      body += line;
      body += '\n';
    } else if (title.empty()) {
      title = text::shortened(heading, kMostTitleBytes);
    } else {
      body += fmt::format("\n**{}**\n\n", heading);
    }
  }
  if (body.find_first_not_of(" \n\r\t") == std::string::npos) return {};
  auto sections = read_sections("## text\n\n" + body, 1);
  if (sections && sections->size() == 1) return std::move(sections->front().blocks);
  return {plain(text::shortened(body, kMostStepBytes))};
}

std::size_t longest_line(std::string_view code) {
  std::size_t longest = 0;
  while (!code.empty()) longest = std::max(longest, text::take_line(code).size());
  return longest;
}

}  // namespace

Lesson notebook_lesson(const notebook::ipynb::NotebookFile& file, const std::string& name) {
  Lesson lesson;
  lesson.id = "notebook:" + name;
  lesson.sets_stage = false;
  lesson.title = name;
  const document::Document opening = document::welcome_document();
  Step step;
  int number = 0;
  std::size_t step_bytes = 0;  // of its texts
  const auto finish = [&] {
    if (step.blocks.empty() && step.title.empty()) return;
    if (step.title.empty()) step.title = tr("Cell {n}", arg("n", number));
    step.document = opening;
    lesson.steps.push_back(std::exchange(step, {}));
  };
  for (const auto& cell : file.cells) {
    // A step is laid out as a whole, whatever number of texts stand before its cell.
    step_bytes += cell.source.size();
    const bool full = step_bytes > kMostStepBytes || step.blocks.size() >= kMostBlocks;
    if (full && cell.kind != CellKind::kCode) {
      finish();
      step_bytes = cell.source.size();
    }
    if (cell.kind == CellKind::kCode) {
      ++number;
      Block block;
      block.kind = BlockKind::kCode;
      block.language = "python";
      block.text = cell.source;
      lesson.code_columns = std::max(lesson.code_columns, longest_line(cell.source));
      step.blocks.push_back(std::move(block));
      // Pictures are omitted: a cell that stores nothing else has no output to compare.
      if (std::string stored = text_of(notebook::check::stored_run(cell)); !stored.empty()) {
        Block output;
        output.kind = BlockKind::kCode;
        output.language = "output";
        lesson.code_columns = std::max(lesson.code_columns, longest_line(stored));
        output.text = std::move(stored);
        step.blocks.push_back(std::move(output));
      }
      finish();
      step_bytes = 0;
    } else if (cell.kind == CellKind::kMarkdown) {
      for (Block& block : blocks_of(cell.source, step.title)) {
        step.blocks.push_back(std::move(block));
      }
    } else {
      step.blocks.push_back(plain(text::shortened(cell.source, kMostStepBytes)));
    }
  }
  finish();
  if (lesson.steps.empty()) {
    step.title = tr("An empty notebook");
    finish();
  }
  return lesson;
}

}  // namespace normscope::lessons
