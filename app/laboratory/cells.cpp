// SPDX-License-Identifier: MIT
#include "app/laboratory/cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/notebook/arrays/array.hpp"
#include "app/notebook/files/magics.hpp"
#include "app/notebook/session/notebook.hpp"

namespace normscope::laboratory {

using panels::CellResult;
using panels::CellResults;

namespace {

/// Where the random stream begins until a cell sets a seed: a lesson shows the same every time.
constexpr std::uint64_t kSeed = 0;
/// Largest array that is offered for the stage: its numbers are copied.
constexpr std::int64_t kMostElements = std::int64_t{1} << 22;

CellResult run_cell(notebook::session::Notebook& notebook, const std::string& source,
                    const std::string& name, const std::stop_token& stop) {
  if (const auto fault = notebook::files::find_magic(source)) {
    return {"", fmt::format("line {}: {}", fault->span.line, fault->message)};
  }
  const auto outcome = notebook.run(source, name, notebook::runtime::CellMode::kNotebook, stop);
  CellResult result{outcome.output, outcome.error ? outcome.error->traceback : ""};
  if (outcome.value) result.output += *outcome.value + "\n";
  return result;
}

void take_variables(notebook::session::Notebook& notebook, CellResults& results) {
  for (const std::string& name : notebook.engine().names()) {
    const notebook::arrays::Array* const array = notebook.array(name);
    if (array == nullptr || array->size() == 0 || array->size() > kMostElements) continue;
    auto values =
        tensor::Tensor::from_values(array->shape, notebook::arrays::values_of<float>(*array));
    if (values) results.variables.push_back({name, *std::move(values)});
  }
}

}  // namespace

CellResults run_cells(const lessons::Lesson& lesson, int step, std::stop_token stop) {
  CellResults results;
  notebook::session::Notebook notebook(kSeed);
  int number = 0;
  for (int s = 0; s <= step && s < static_cast<int>(lesson.steps.size()); ++s) {
    const auto& blocks = lesson.steps[static_cast<std::size_t>(s)].blocks;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      if (blocks[b].kind != lessons::BlockKind::kCode || blocks[b].language != "python") continue;
      if (stop.stop_requested()) return results;
      const std::string name = fmt::format("cell {}", ++number);
      results.cells[{s, b}] = run_cell(notebook, blocks[b].text, name, stop);
    }
  }
  if (number > 0) take_variables(notebook, results);
  return results;
}

void CellRunner::update(panels::Workspace& workspace) {
  const lessons::Lesson* const lesson = workspace.lesson();
  if (lesson == nullptr) {
    workspace.cells.reset();
    asked_ = {};
    return;
  }
  const document::LessonPosition& position = workspace.document().lesson;
  if (asked_ != position || opened_ != workspace.opened) {
    asked_ = position;
    opened_ = workspace.opened;
    workspace.cells.reset();
    results_.request(++number_,
                     [lesson = *lesson, step = position.step](const std::stop_token& stop) {
                       return run_cells(lesson, step, stop);
                     });
  }
  const auto made = results_.latest();
  if (made != nullptr && made->number == number_) workspace.cells = {made, &made->value};
}

}  // namespace normscope::laboratory
