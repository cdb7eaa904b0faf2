// SPDX-License-Identifier: MIT
#include "app/cli/cli.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <new>
#include <string>
#include <vector>

#include "app/cli/compute_command.hpp"
#include "app/cli/compute_options.hpp"
#include "app/cli/export_command.hpp"
#include "app/cli/export_options.hpp"
#include "app/cli/run_command.hpp"
#include "app/cli/version.hpp"

namespace normscope::cli {
namespace {

std::string usage_sentence(const CLI::ParseError& error) {
  std::string sentence = error.what();
  // The parser says "The following argument was not expected: --x".
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    sentence = "unknown option or argument: " + sentence.substr(sentence.find(": ") + 2);
  }
  if (const auto end = sentence.find('\n'); end != std::string::npos) sentence.resize(end);
  return sentence;
}

std::string names_of_subcommands(const CLI::App& app) {
  std::string names;
  for (const CLI::App* command : app.get_subcommands({})) {
    names += (names.empty() ? "" : ", ") + command->get_name();
  }
  return names;
}

Exit fail_usage(const Console& console, const std::string& sentence) {
  report(console, "", {base::ErrorKind::kInvalidArgument, sentence, "see normscope --help"});
  return Exit::kUsage;
}

Exit run_parsed(int argc, const char* const* argv, const Console& console,
                const ShowWindow& show_window) {
  CLI::App app("Normscope: layer normalization and softmax, with every number true", "normscope");
  bool version = false;
  bool verbose = false;
  app.require_subcommand(0, 1);
  app.get_formatter()->column_width(32);
  app.set_help_flag("-h,--help", "Say what there is and end");
  app.add_flag("--version", version, "Say which version this is and end");
  app.add_flag("--verbose", verbose, "With --version: how it was built, and the devices it finds");
  std::vector<std::string> files;
  app.add_option("FILE", files,
                 "open the window with it: a session (.json), a lesson (.md),\n"
                 "a notebook or script (.ipynb, .py), an exported figure,\n"
                 "or numbers (.npy, .csv, .tsv)")
      ->type_name("");
  app.footer(
      "normscope compute OPERATION --help lists the options of an operation,\n"
      "normscope export --help those of a figure, normscope run --help what runs.\n"
      "Exit status: 0 done, 1 failed (one line on stderr says why), 2 wrong usage.");
  ComputeOptions options;
  const CLI::App* const compute = add_compute(app, options);
  ExportOptions export_options;
  const CLI::App* const export_command = add_export(app, export_options);
  RunOptions run_options;
  const CLI::App* const run_command = add_run(app, run_options);

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success&) {
    say(console.out, app.help());
    return Exit::kDone;
  } catch (const CLI::ParseError& error) {
    return fail_usage(console, usage_sentence(error));
  }
  if (version) {
    say(console.out, version_text(verbose));
    return Exit::kDone;
  }
  if (verbose) return fail_usage(console, "--verbose goes with --version or with a command");
  if (compute->parsed()) {
    if (compute->get_subcommands().empty()) {
      return fail_usage(console, "compute needs an operation: " + names_of_subcommands(*compute));
    }
    return run_compute(options, console);
  }
  if (export_command->parsed()) return run_export(export_options, console);
  if (run_command->parsed()) return run_file(run_options, console);
  const auto shown = show_window(files);
  if (!shown) return report(console, "", shown.error());
  return Exit::kDone;
}

}  // namespace

void say(std::FILE* where, const std::string& text) {
  std::fputs(text.c_str(), where);
}

Exit report(const Console& console, const char* subject, const base::Error& error) {
  std::string line = "normscope: ";
  if (*subject != '\0') line += fmt::format("{}: ", subject);
  line += error.sentence;
  if (!error.hint.empty()) line += fmt::format(" ({})", error.hint);
  // A line stays one line, whatever a file's name or contents hold.
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ') c = '?';
  }
  say(console.err, line + "\n");
  return Exit::kFailed;
}

int run(int argc, const char* const* argv, const Console& console, const ShowWindow& show_window) {
  Exit exit = Exit::kFailed;
  try {
    exit = run_parsed(argc, argv, console, show_window);
  } catch (const std::bad_alloc&) {
    report(console, "", {base::ErrorKind::kTooLarge, "there is not enough memory for this"});
  }
  // Text that never reached its place was not said: a full disk, a pipe that closed.
  if (std::fflush(console.out) != 0 && exit == Exit::kDone) {
    exit = report(console, "", {base::ErrorKind::kUnwritable, "cannot write to standard output"});
  }
  return static_cast<int>(exit);
}

}  // namespace normscope::cli
