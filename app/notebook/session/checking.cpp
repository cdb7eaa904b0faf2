// SPDX-License-Identifier: MIT
#include "app/notebook/session/checking.hpp"

#include <memory>
#include <string>
#include <utility>

#include "app/notebook/ipynb/magics.hpp"
#include "app/notebook/session/notebook.hpp"

namespace normscope::notebook::session {
namespace {

// Steps of one cell: about ten seconds.
constexpr std::int64_t kCheckedSteps = 500'000'000;

check::CellRun run_cell(Notebook& notebook, const ipynb::NotebookCell& cell) {
  check::CellRun run;
  const std::string source = ipynb::without_settings(cell.source);
  if (const auto fault = ipynb::find_magic(source)) {
    run.error = std::string(syntax::name(fault->kind)) + ": " + fault->message;
    return run;
  }
  runtime::Outcome outcome = notebook.run(source, "cell", runtime::CellMode::kNotebook);
  run.printed = std::move(outcome.output);
  run.result = std::move(outcome.value);
  // Kernels other than IPython's show the plain repr.
  const check::CellRun stored = check::stored_run(cell);
  if (run.result && stored.result && *stored.result != *run.result &&
      notebook.engine().plain_text_of_shown() == stored.result) {
    run.result = stored.result;
  }
  if (outcome.error) {
    const runtime::CellError& error = *outcome.error;
    run.error = error.message.empty() ? error.type : error.type + ": " + error.message;
  }
  return run;
}

}  // namespace

check::NewSession new_sessions() {
  return [](std::uint64_t seed) -> check::Session {
    runtime::Limits limits;
    limits.steps = kCheckedSteps;
    const auto notebook = std::make_shared<Notebook>(seed, limits);
    return [notebook](const ipynb::NotebookCell& cell) { return run_cell(*notebook, cell); };
  };
}

}  // namespace normscope::notebook::session
