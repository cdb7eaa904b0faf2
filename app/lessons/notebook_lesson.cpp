// SPDX-License-Identifier: MIT
#include "app/lessons/notebook_lesson.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

#include "app/lessons/markdown.hpp"
#include "app/notebook/check/agreement.hpp"
#include "core/text/lines.hpp"

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
      title = heading;
    } else {
      body += fmt::format("\n**{}**\n\n", heading);
    }
  }
  if (body.find_first_not_of(" \n\r\t") == std::string::npos) return {};
  auto sections = read_sections("## text\n\n" + body, 1);
  if (sections && sections->size() == 1) return std::move(sections->front().blocks);
  return {plain(body)};
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
  const auto finish = [&] {
    if (step.blocks.empty() && step.title.empty()) return;
    if (step.title.empty()) step.title = fmt::format("Cell {}", number);
    step.document = opening;
    lesson.steps.push_back(std::exchange(step, {}));
  };
  for (const auto& cell : file.cells) {
    if (cell.kind == CellKind::kCode) {
      ++number;
      Block block;
      block.kind = BlockKind::kCode;
      block.language = "python";
      block.text = cell.source;
      step.blocks.push_back(std::move(block));
      // Pictures are omitted: a cell that stores nothing else has no output to compare.
      if (std::string stored = text_of(notebook::check::stored_run(cell)); !stored.empty()) {
        Block output;
        output.kind = BlockKind::kCode;
        output.language = "output";
        output.text = std::move(stored);
        step.blocks.push_back(std::move(output));
      }
      finish();
    } else if (cell.kind == CellKind::kMarkdown) {
      for (Block& block : blocks_of(cell.source, step.title)) {
        step.blocks.push_back(std::move(block));
      }
    } else {
      step.blocks.push_back(plain(cell.source));
    }
  }
  finish();
  if (lesson.steps.empty()) {
    step.title = "An empty notebook";
    finish();
  }
  return lesson;
}

}  // namespace normscope::lessons
