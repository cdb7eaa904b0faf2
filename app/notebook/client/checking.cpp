// SPDX-License-Identifier: MIT
#include "app/notebook/client/checking.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "app/notebook/client/client.hpp"

namespace normscope::notebook::client {
namespace {

// Far beyond what a cell of a lecture takes.
constexpr std::chrono::seconds kMostTime{20};

check::CellRun run_cell(Client& client, const ipynb::NotebookCell& cell) {
  check::CellRun run;
  Outcome outcome = client.run({cell.source, "cell " + std::to_string(client.runs() + 1),
                                protocol::CellMode::kNotebook, kMostTime});
  run.printed = std::move(outcome.output);
  run.result = std::move(outcome.value);
  // Kernels other than IPython's show the plain repr.
  const check::CellRun stored = check::stored_run(cell);
  if (stored.result && outcome.plain == stored.result) run.result = std::move(outcome.plain);
  if (outcome.error) {
    const protocol::CellError& error = *outcome.error;
    run.error = error.message.empty() ? error.type : error.type + ": " + error.message;
  }
  return run;
}

}  // namespace

check::NewSession new_sessions(const KernelOptions& options) {
  return [options](std::uint64_t seed) -> check::Session {
    KernelOptions seeded = options;
    seeded.seed = seed;
    const auto client = std::make_shared<Client>(std::move(seeded));
    return [client](const ipynb::NotebookCell& cell) { return run_cell(*client, cell); };
  };
}

base::Expected<void> can_run(const KernelOptions& options) {
  const auto ready = Client(options).start();
  if (!ready) return tl::unexpected(ready.error());
  return {};
}

}  // namespace normscope::notebook::client
