// SPDX-License-Identifier: MIT
#include "app/notebook/client/checking.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/notebook/client/client.hpp"
#include "core/base/memory.hpp"
#include "core/text/translate.hpp"

namespace normscope::notebook::client {

using text::arg;
using text::tr;

namespace {

check::CellRun run_cell(Client& client, const ipynb::NotebookCell& cell,
                        std::chrono::milliseconds most_time) {
  check::CellRun run;
  Outcome outcome = client.run({cell.source, "cell " + std::to_string(client.runs() + 1),
                                protocol::CellMode::kNotebook, most_time});
  run.printed = std::move(outcome.output);
  run.result = std::move(outcome.value);
  // Kernels other than IPython's show the plain repr.
  const check::CellRun stored = check::stored_run(cell);
  if (stored.result && outcome.plain == stored.result) run.result = std::move(outcome.plain);
  if (outcome.took_too_long) {
    run.error = fmt::format("{}: {}", check::kOutOfTime,
                            tr("it ran for more than {n:.3g} s, the limit of a check (--timeout)",
                               arg("n", std::chrono::duration<double>(most_time).count())));
  } else if (outcome.error) {
    const protocol::CellError& error = *outcome.error;
    run.error = error.message.empty() ? error.type : error.type + ": " + error.message;
  }
  return run;
}

}  // namespace

check::NewSession new_sessions(const KernelOptions& options, std::chrono::milliseconds most_time) {
  return [options, most_time](std::uint64_t seed) -> check::Session {
    KernelOptions seeded = options;
    seeded.seed = seed;
    const auto client = std::make_shared<Client>(std::move(seeded));
    return [client, most_time](const ipynb::NotebookCell& cell) {
      return run_cell(*client, cell, most_time);
    };
  };
}

base::Expected<void> can_run(const KernelOptions& options) {
  const auto ready = Client(options).start();
  if (!ready) return tl::unexpected(ready.error());
  return {};
}

std::string description_of(const base::Expected<protocol::Ready>& ready) {
  if (!ready) return ready.error().sentence;
  const protocol::Confinement& held = ready->confinement;
  std::vector<std::string> parts{"CPython " + ready->python};
  if (held.trusted) parts.emplace_back(tr("trusted: not confined"));
  if (held.landlock > 0) parts.push_back(fmt::format("Landlock {}", held.landlock));
  if (held.system_calls) parts.emplace_back("seccomp");
  if (held.no_privileges) parts.emplace_back(tr("no privileges"));
  if (held.memory > 0) {
    const std::string bytes = base::bytes_to_text(static_cast<std::uint64_t>(held.memory));
    parts.push_back(tr("memory {bytes}", arg("bytes", bytes)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace normscope::notebook::client
