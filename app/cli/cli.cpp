// SPDX-License-Identifier: MIT
#include "app/cli/cli.hpp"
#include "app/about/version.hpp"

#include <fmt/format.h>

#include <new>
#include <string>
#include <vector>

#include "app/cli/command.hpp"
#include "app/cli/compare/compare_command.hpp"
#include "app/cli/compare/compare_options.hpp"
#include "app/cli/compute_command.hpp"
#include "app/cli/compute_options.hpp"
#include "app/cli/explain/explain_command.hpp"
#include "app/cli/export_command.hpp"
#include "app/cli/export_options.hpp"
#include "app/cli/handout_command.hpp"
#include "app/cli/lessons_command.hpp"
#include "app/cli/option_kinds.hpp"
#include "app/cli/run_command.hpp"
#include "app/cli/verify/verify_command.hpp"
#include "core/io/quote.hpp"

namespace normscope::cli {
namespace {

std::string names_of(const std::vector<Command>& commands) {
  std::string names;
  for (const Command& command : commands) names += (names.empty() ? "" : ", ") + command.name;
  return names;
}

Exit fail_usage(const Console& console, const std::string& sentence) {
  report(console, "", {base::ErrorKind::kInvalidArgument, sentence, "see normscope --help"});
  return Exit::kUsage;
}

// What is wrong with a line of `compute`; empty: nothing.
std::string wrong_compute(const ComputeOptions& options, bool operation, const Command& command) {
  if (options.session.empty()) {
    return operation ? "" : "compute needs an operation: " + names_of(command.commands);
  }
  const std::string unknown = operation ? options.session : options.unknown;
  if (!unknown.empty()) return "unknown option or argument: " + unknown;
  return options.input.empty() || options.output.empty()
             ? "compute with a session needs --input and --output"
             : "";
}

Exit run_parsed(int argc, const char* const* argv, const Console& console,
                const ShowWindow& show_window) {
  bool version = false;
  bool verbose = false;
  std::vector<std::string> files;
  ComputeOptions compute;
  CompareOptions compare;
  ExplainOptions explain_options;
  ExportOptions export_options;
  HandoutOptions handout_options;
  LessonsOptions lessons_options;
  RunOptions run_options;
  VerifyOptions verify_options;
  Command program{"normscope",
                  "Normscope: layer normalization and softmax, with every number true"};
  program.footer =
      "normscope COMMAND --help says what a command does and lists its options,\n"
      "normscope compute OPERATION --help those of an operation; man normscope has all of them.\n" +
      program.footer;
  program.options = {
      flag_option("--version", version, "Say which version this is and end"),
      flag_option("--verbose", verbose,
                  "With --version: how it was built, and the devices it finds"),
      {.name = "FILE",
       .help = "open the window with it: a session (.json), a lesson (.md),\n"
               "a notebook or script (.ipynb, .py), an exported figure,\n"
               "or numbers (.npy, .npz, .safetensors, .csv, .tsv)",
       .take_values = [&files](const std::vector<std::string>& given) { files = given; }}};
  program.commands = {compute_command(compute),         compare_command(compare),
                      explain_command(explain_options), export_command(export_options),
                      handout_command(handout_options), lessons_command(lessons_options),
                      run_command(run_options),         verify_command(verify_options)};

  const Parsed parsed = parse(program, argc, argv);
  if (parsed.help) {
    say(console.out, *parsed.help);
    return Exit::kDone;
  }
  if (parsed.wrong) return fail_usage(console, *parsed.wrong);
  if (version) {
    say(console.out, about::version_text(verbose));
    return Exit::kDone;
  }
  if (verbose) return fail_usage(console, "--verbose goes with --version or with a command");
  const std::string command = parsed.commands.empty() ? "" : parsed.commands.front();
  if (command == "compute") {
    const bool operation = parsed.commands.size() > 1;
    const std::string wrong = wrong_compute(compute, operation, program.commands.front());
    return wrong.empty() ? run_compute(compute, console) : fail_usage(console, wrong);
  }
  if (command == "compare") return run_compare(compare, console);
  if (command == "explain") return run_explain(explain_options, console);
  if (command == "export") return run_export(export_options, console);
  if (command == "handout") return run_handout(handout_options, console);
  if (command == "lessons") {
    if (parsed.commands.size() == 1) return fail_usage(console, "lessons needs: list or check");
    return run_lessons(lessons_options, parsed.commands.back() == "check", console);
  }
  if (command == "run") return run_file(run_options, console);
  if (command == "verify") return run_verify(verify_options, console);
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
  // The message stays on one line, even when a file's name or content has line breaks.
  say(console.err, io::printable(line) + "\n");
  return Exit::kFailed;
}

int run(int argc, const char* const* argv, const Console& console, const ShowWindow& show_window) {
  Exit exit = Exit::kFailed;
  try {
    exit = run_parsed(argc, argv, console, show_window);
  } catch (const std::bad_alloc&) {
    report(console, "", {base::ErrorKind::kTooLarge, "there is not enough memory for this"});
  }
  // Flushing reports lost output: a full disk or a closed pipe.
  if (std::fflush(console.out) != 0 && exit == Exit::kDone) {
    exit = report(console, "", {base::ErrorKind::kUnwritable, "cannot write to standard output"});
  }
  return static_cast<int>(exit);
}

}  // namespace normscope::cli
