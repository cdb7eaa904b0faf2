// SPDX-License-Identifier: MIT
#include "app/cli/cli.hpp"
#include "app/about/version.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <new>
#include <optional>
#include <string>
#include <system_error>
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
#include "app/languages/languages.hpp"
#include "core/io/quote.hpp"
#include "core/io/tensor_file.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

namespace {

std::string list_of(const std::vector<Command>& commands) {
  std::string names;
  for (const Command& command : commands) names += (names.empty() ? "" : ", ") + command.name;
  return names;
}

Exit fail_usage(const Console& console, const base::Error& error) {
  report(console, "", error);
  return Exit::kUsage;
}

Exit fail_usage(const Console& console, std::string_view sentence, const std::string& help) {
  return fail_usage(console, {base::ErrorKind::kInvalidArgument, std::string(sentence), see(help)});
}

// What is wrong with a line of `compute`, where anything is.
std::optional<base::Error> wrong_compute(const ComputeOptions& options, bool operation,
                                         const Command& command) {
  const std::string help = "normscope help compute";
  const std::string needs =
      tr("compute needs an operation: {names}", arg("names", list_of(command.commands)));
  if (options.words.empty()) {
    if (operation) return std::nullopt;
    return base::Error{base::ErrorKind::kInvalidArgument, needs, see(help)};
  }
  const bool session = options.words.front().ends_with(".json");
  const std::size_t taken = session && !operation ? 1 : 0;
  if (options.words.size() > taken) {
    const std::string& word = options.words[taken];
    if (taken > 0 || operation)
      return unknown(tr_later("unknown argument: {word}"), word, {}, help);
    base::Error error =
        unknown(tr_later("unknown operation: {word}"), word, names_of(command.commands), help);
    if (std::filesystem::exists(word)) error = {error.kind, needs, see(help)};
    return error;
  }
  if (!options.input.empty()) return std::nullopt;
  return base::Error{base::ErrorKind::kInvalidArgument, tr("compute with a session needs --input"),
                     see(help)};
}

// A word that is neither a command nor a file: a command or an operation that was meant.
std::optional<base::Error> wrong_file(const std::vector<std::string>& files,
                                      const Command& program) {
  for (const std::string& file : files) {
    std::error_code none;
    if (std::filesystem::exists(io::array_place(file).file, none)) continue;
    const bool word = file.find_first_of("./:") == std::string::npos;
    if (word && &file == &files.front()) {
      std::vector<text::KnownName> names = names_of(program.commands);
      names.push_back({"--version"});
      return unknown(tr_later("unknown command: {word}"), file, names, "normscope help");
    }
    return base::Error{base::ErrorKind::kNotFound, tr("{file}: no such file", arg("file", file))};
  }
  return std::nullopt;
}

// Where no window can be opened: what works without one, and how one gets there.
base::Error without_display(base::Error error, const Command& program) {
  if (error.kind == base::ErrorKind::kUnavailable) {
    error.hint =
        tr("these work without a display: normscope {commands} - numbers, figures, handouts and "
           "the checks of lessons; see normscope help. A window needs a desktop, ssh -X from one, "
           "or xvfb-run normscope",
           arg("commands", list_of(program.commands)));
  }
  return error;
}

Command help_command(std::optional<std::vector<std::string>>& words) {
  Command command{"help", tr("Say what a command does, and its options")};
  command.options = {
      {.name = "COMMAND",
       .help = tr("such as: compute layer-norm"),
       .take_values = [&words](const std::vector<std::string>& given) { words = given; }}};
  command.parsed = [&words] {
    if (!words) words.emplace();
  };
  return command;
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
  std::optional<std::vector<std::string>> help_words;
  Command program{"normscope",
                  tr("Normscope: layer normalization and softmax, with every number true")};
  program.footer = fmt::format(
      "{}\n{}",
      tr("normscope help COMMAND says what a command does and lists its options,\n"
         "normscope help compute OPERATION those of an operation; man normscope has all of them."),
      program.footer);
  program.options = {
      flag_option("--version", version, tr("Say which version this is and end")),
      flag_option("--verbose", verbose,
                  tr("With --version: how it was built, and the devices it finds")),
      {.name = "FILE",
       .help = tr("open the window with it: a session (.json), a lesson (.md),\n"
                  "a notebook or script (.ipynb, .py), an exported figure,\n"
                  "or numbers (.npy, .npz, .safetensors, .pt, .csv, .tsv)"),
       .take_values = [&files](const std::vector<std::string>& given) { files = given; }}};
  program.commands = {compute_command(compute),         compare_command(compare),
                      explain_command(explain_options), export_command(export_options),
                      handout_command(handout_options), lessons_command(lessons_options),
                      run_command(run_options),         verify_command(verify_options),
                      help_command(help_words)};

  Parsed parsed = parse(program, argc, argv);
  if (help_words) parsed = parse_help(program, *help_words);
  if (parsed.help) {
    say(console.out, *parsed.help);
    return Exit::kDone;
  }
  if (parsed.wrong) return fail_usage(console, *parsed.wrong);
  if (version) {
    say(console.out, about::version_text(verbose));
    return Exit::kDone;
  }
  if (verbose) {
    return fail_usage(console, tr("--verbose goes with --version or with a command"),
                      "normscope help");
  }
  const std::string command = parsed.commands.empty() ? "" : parsed.commands.front();
  if (command == "compute") {
    const bool operation = parsed.commands.size() > 1;
    const auto wrong = wrong_compute(compute, operation, program.commands.front());
    return wrong ? fail_usage(console, *wrong) : run_compute(compute, console);
  }
  if (command == "compare") return run_compare(compare, console);
  if (command == "explain") return run_explain(explain_options, console);
  if (command == "export") return run_export(export_options, console);
  if (command == "handout") return run_handout(handout_options, console);
  if (command == "lessons") {
    if (parsed.commands.size() == 1) {
      return fail_usage(console, tr("lessons needs: list, check or try"), "normscope help lessons");
    }
    if (parsed.commands.back() == "try") return try_exercises(lessons_options, console);
    return run_lessons(lessons_options, parsed.commands.back() == "check", console);
  }
  if (command == "run") return run_file(run_options, console);
  if (command == "verify") return run_verify(verify_options, console);
  if (const auto wrong = wrong_file(files, program)) {
    const Exit exit = report(console, "", *wrong);
    return wrong->kind == base::ErrorKind::kNotFound ? exit : Exit::kUsage;
  }
  const auto shown = show_window(files);
  if (!shown) return report(console, "", without_display(shown.error(), program));
  return Exit::kDone;
}

}  // namespace

void say(std::FILE* where, const std::string& text) {
  std::fputs(text.c_str(), where);
}

Exit report(const Console& console, const char* subject, const base::Error& error) {
  std::string line = "normscope: ";
  if (*subject != '\0') line += fmt::format("{}: ", subject);
  line += text::with_note(error.sentence, error.hint);
  // The message stays on one line, even when a file's name or content has line breaks.
  say(console.err, io::printable(line) + "\n");
  return Exit::kFailed;
}

int run(int argc, const char* const* argv, const Console& console, const ShowWindow& show_window) {
  Exit exit = Exit::kFailed;
  // A language that is not there is told, and everything else works.
  if (const auto chosen = languages::choose_by_environment(); !chosen) {
    report(console, "NORMSCOPE_LANGUAGE", chosen.error());
  }
  try {
    exit = run_parsed(argc, argv, console, show_window);
  } catch (const std::bad_alloc&) {
    report(console, "", {base::ErrorKind::kTooLarge, tr("there is not enough memory for this")});
  }
  // Flushing reports lost output: a full disk or a closed pipe.
  if ((std::fflush(console.out) != 0 || std::ferror(console.out) != 0) && exit == Exit::kDone) {
    exit =
        report(console, "", {base::ErrorKind::kUnwritable, tr("cannot write to standard output")});
  }
  return static_cast<int>(exit);
}

}  // namespace normscope::cli
