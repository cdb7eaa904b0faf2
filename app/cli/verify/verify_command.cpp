// SPDX-License-Identifier: MIT
#include "app/cli/verify/verify_command.hpp"

#include <chrono>
#include <cmath>
#include <filesystem>

#include "app/cli/option_kinds.hpp"
#include "app/cli/verify/verify_report.hpp"
#include "app/verification/verification.hpp"
#include "core/gpu/gpu_backend.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

namespace {

constexpr double kMostSeconds = 86'400;  // a day

OrFailure<verification::Verification> verify_file(const VerifyOptions& options,
                                                  const Console& console) {
  // What cells make is in no file: beside a notebook the stage has numbers of its own.
  const base::Error of_cells{base::ErrorKind::kUnsupported,
                             tr("its numbers are made by cells, and no cell is run here"),
                             tr("put a variable on the stage and verify the saved session")};
  const auto document = document_of(options, console, of_cells);
  if (!document) return tl::unexpected(document.error());
  verification::Settings settings;
  // PyTorch is started in another folder.
  if (!options.python.empty()) settings.pythons = {std::filesystem::absolute(options.python)};
  settings.device = options.device;
  settings.within = std::chrono::milliseconds(std::llround(options.seconds * 1000));
  auto verification = verification::verify(*document, gpu::make_backends(), settings);
  if (!verification) return tl::unexpected(Failure{options.file, verification.error()});
  return *std::move(verification);
}

}  // namespace

Command verify_command(VerifyOptions& options) {
  Command command{"verify", tr("Compare every step with the PyTorch of this computer")};
  command.footer = tr(
      "Runs the file's operation as a PyTorch program, of its numbers alone. No cell is run:\n"
      "of notebooks and scripts, save a session. Compares each step, PyTorch's own function\n"
      "and the results of the device.\n"
      "Under a precision plan it runs the steps with their casts, where PyTorch has words for "
      "them.\n"
      "Of a comparison it takes A. A different order of summation moves a result by a few ULP, a\n"
      "different formula by thousands: the bound lies between.\n"
      "Exit status: 0 every number is within the bound, 1 one is not, or there is no PyTorch (one\n"
      "line on stderr says which), 2 wrong usage.");
  add_file(command, options);
  add_step(command, options);
  add_operation(command, options);
  command.add(file_option("--python", options.python,
                          tr("the python3 whose PyTorch is taken (default: NORMSCOPE_PYTHON,\n"
                             "else the first on PATH that has torch, else /usr/bin/python3)")));
  command.add(number_option(
      "--bound", tr_later("{option}: must be a number, zero or more, but is '{text}'"),
      [](double value) { return value >= 0; }, [&options](double bound) { options.bound = bound; },
      tr("most ULP of max(1, |value|) (default 16)")));
  command.add(number_option(
      "--timeout", tr_later("{option}: must be seconds above zero, at most 86400, but is '{text}'"),
      [](double value) { return value > 0 && value <= kMostSeconds; },
      [&options](double seconds) { options.seconds = seconds; },
      tr("seconds that PyTorch may take (default 120)")));
  command.add(flag_option("--json", options.json, tr("one JSON object instead of the table")));
  return command;
}

Exit run_verify(const VerifyOptions& options, const Console& console) {
  const auto verification = verify_file(options, console);
  if (!verification) return report(console, verification.error());
  say(console.out, options.json ? verification_json(*verification, options.file, options.bound)
                                : verification_table(*verification));
  if (verification->largest() <= options.bound) return Exit::kDone;
  return report(console, options.file.c_str(),
                {base::ErrorKind::kInvalidArgument, verification::sentence_of(*verification)});
}

}  // namespace normscope::cli
