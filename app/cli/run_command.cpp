// SPDX-License-Identifier: MIT
#include "app/cli/run_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <random>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/option_kinds.hpp"
#include "app/lessons/loader.hpp"
#include "app/notebook/check/check.hpp"
#include "app/notebook/client/checking.hpp"
#include "app/notebook/client/client.hpp"
#include "app/notebook/ipynb/notebook_file.hpp"
#include "app/open_save/open_file.hpp"
#include "app/open_save/readable_folder.hpp"
#include "app/open_save/user_folders.hpp"
#include "core/base/before_end.hpp"
#include "core/io/quote.hpp"
#include "core/io/tensor_file.hpp"
#include "core/text/joined.hpp"
#include "core/text/lines.hpp"
#include "core/text/translate.hpp"
#include "core/text/utf8.hpp"

namespace normscope::cli {

namespace {

namespace fs = std::filesystem;
using notebook::check::Agreement;
using notebook::check::NotebookCheck;
using notebook::check::Verdict;
using notebook::ipynb::CellKind;
using notebook::ipynb::FileKind;
using notebook::ipynb::NotebookCell;
using notebook::ipynb::NotebookFile;
using notebook::ipynb::OutputKind;
using notebook::ipynb::StoredOutput;
using notebook::protocol::CellMode;

// The cells of a lesson, each with the output block that follows it as what it gave.
Expected<NotebookFile> read_lesson(open_save::Probe& probe) {
  const auto blocks = open_save::text_of(probe).and_then(lessons::read_lesson_cells);
  if (!blocks) return tl::unexpected(blocks.error());
  NotebookFile file{FileKind::kLesson, {}};
  for (const lessons::Block& block : *blocks) {
    if (block.language == "python") {
      file.cells.push_back({CellKind::kCode, block.text, {}, {}});
    } else if (file.cells.empty() || !file.cells.back().outputs.empty()) {
      return base::fail(ErrorKind::kMalformed,
                        tr("line {line}: an output block follows the python block that gives it",
                           arg("line", block.line)));
    } else {
      StoredOutput output;
      output.kind = OutputKind::kStream;
      output.stream = "stdout";
      output.text = block.text;
      file.cells.back().outputs.push_back(std::move(output));
    }
  }
  return file;
}

// Whether a file is none that is run: numbers, by content or by name, a session, a figure. A name
// without an ending may be a script's.
bool is_nothing_to_run(const open_save::Probe& probe) {
  using open_save::FileKind;
  if (probe.kind == FileKind::kNumbers) return probe.arrays || io::is_table(probe.place.file);
  return probe.kind == FileKind::kSession || probe.kind == FileKind::kKeptSession ||
         probe.kind == FileKind::kFigure;
}

Expected<NotebookFile> read_file(const std::string& path) {
  return open_save::probe(path).and_then([&](open_save::Probe&& probe) -> Expected<NotebookFile> {
    if (is_nothing_to_run(probe)) {
      return base::fail(
          ErrorKind::kUnsupported,
          tr("it holds no code: a script (.py), a notebook (.ipynb) or a lesson (.md) is run"),
          tr("normscope FILE opens it, normscope help compute says what is done to numbers"));
    }
    const bool lesson = probe.kind == open_save::FileKind::kLesson;
    return lesson ? read_lesson(probe) : open_save::read_cells(probe);
  });
}

// The name of a cell in tracebacks: a script's path, or the path and the number of the cell.
std::string name_of_cell(const std::string& path, FileKind kind, std::size_t number) {
  std::error_code failed;
  const fs::path whole = fs::absolute(path, failed);
  const std::string name = failed ? path : whole.lexically_normal().string();
  return kind == FileKind::kScript ? name
                                   : tr("{name}, cell {n}", arg("name", name), arg("n", number));
}

// Where cells print. A terminal obeys characters that it is sent: unless that is asked for, it gets
// symbols in their place.
struct Screen {
  Console console{};
  bool raw = false;

  void out(std::string_view text) const { say_to(console.out, text); }
  void err(std::string_view text) const { say_to(console.err, text); }

 private:
  void say_to(std::FILE* where, std::string_view text) const {
    const bool obeys = !raw && isatty(fileno(where)) == 1;
    say(where, obeys ? text::with_control_symbols(text) : std::string(text));
    // Also into a pipe or a file, in the order of its pieces; that it failed is told at the end.
    std::fflush(where);
  }
};

// What a cell prints goes to the screen as it comes.
notebook::client::Client::OnOutput printer(const Screen& screen) {
  return [&screen](notebook::protocol::Stream stream, std::string_view text) {
    stream == notebook::protocol::Stream::kOut ? screen.out(text) : screen.err(text);
  };
}

// A picture as a terminal can show it.
void show_picture(const Screen& screen, const notebook::client::Picture& picture) {
  if (!picture.text.empty()) screen.out(picture.text + "\n");
}

void say_notes(const Screen& screen, std::string_view notes, std::size_t cell) {
  while (!notes.empty()) {
    screen.err(
        tr("note: cell {cell}, {what}\n", arg("cell", cell), arg("what", text::take_line(notes))));
  }
}

// What a cell gave besides what it printed.
void show_results(const Screen& screen, const notebook::client::Outcome& outcome,
                  std::size_t cell) {
  if (outcome.value) screen.out(*outcome.value + "\n");
  for (const auto& picture : outcome.pictures) {
    if (picture.after_value) show_picture(screen, picture);
  }
  say_notes(screen, outcome.notes, cell);
}

// Ctrl-C is KeyboardInterrupt to a cell, as in Python; what the cell printed before is not lost.
base::BeforeEnd::Action stopping_at_interrupt(std::stop_source& stop) {
  return [&stop](int signal) {
    if (signal == SIGINT) stop.request_stop();
    return signal == SIGINT;
  };
}

// How many of the cells ran, and which did not.
std::string ran_sentence(std::size_t cells, const std::vector<std::size_t>& ended) {
  if (cells == 1) return tr("0 of 1 cell ran; cell 1 did not run to its end");
  return tr_n("{ran} of {n} cells ran; cell {ended} did not run to its end",
              "{ran} of {n} cells ran; cells {ended} did not run to their end", std::ssize(ended),
              arg("ran", cells - ended.size()), arg("n", cells), arg("ended", text::listed(ended)));
}

Exit run_cells(const NotebookFile& file, const std::string& path,
               notebook::client::KernelOptions kernel, const Screen& screen) {
  // As in PyTorch, unseeded random numbers differ in every run.
  const bool allows_folder = !kernel.readable.empty();
  kernel.seed = std::random_device{}();
  notebook::client::Client client(std::move(kernel));
  std::stop_source interrupt;
  const base::BeforeEnd interrupted(stopping_at_interrupt(interrupt));
  const bool is_notebook = file.kind != FileKind::kScript;
  const auto show = [&screen](const notebook::client::Picture& picture) {
    if (!picture.after_value) show_picture(screen, picture);
  };
  std::size_t number = 0;
  std::vector<std::size_t> ended;  // the cells that ended in an error
  for (const NotebookCell& cell : file.cells) {
    if (cell.kind != CellKind::kCode) continue;
    ++number;
    notebook::client::Cell now{cell.source, name_of_cell(path, file.kind, number),
                               is_notebook ? CellMode::kNotebook : CellMode::kScript};
    now.input = STDIN_FILENO;
    const auto outcome = client.run(now, interrupt.get_token(), printer(screen), show);
    show_results(screen, outcome, number);
    if (client.ended()) return report(screen.console, path.c_str(), *client.ended());
    if (!outcome.error) continue;
    const notebook::protocol::CellError& error = *outcome.error;
    screen.err(error.traceback);
    if (is_notebook && !allows_folder && error.lacks_file) {
      screen.err(tr("hint: --allow-folder lets cells read the files beside this one\n"));
    }
    // As a shell says of a program that Ctrl-C ended.
    if (error.interrupted) return static_cast<Exit>(128 + SIGINT);
    // The argument of sys.exit() is the exit status.
    if (error.exits) return static_cast<Exit>(error.exit_status);
    // The cells of a notebook run as far as they can.
    if (!is_notebook) return Exit::kFailed;
    ended.push_back(number);
  }
  if (ended.empty()) return Exit::kDone;
  return report(screen.console, path.c_str(),
                {ErrorKind::kUnsupported, ran_sentence(number, ended)});
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) lines.emplace_back(text::take_line(text));
  return lines;
}

// The first line in which the stored and the new output differ, one below the other.
std::string first_difference(const notebook::check::CellCheck& cell) {
  const auto stored = lines_of(notebook::check::text_of(cell.stored));
  const auto now = lines_of(notebook::check::text_of(cell.now));
  std::size_t at = 0;
  while (at < stored.size() && at < now.size() && stored[at] == now[at]) ++at;
  const auto line = [at](const std::vector<std::string>& lines) {
    return at < lines.size() ? lines[at] : tr("(nothing)");
  };
  return tr("  stored  {stored}\n  now     {now}\n", arg("stored", line(stored)),
            arg("now", line(now)));
}

// How far a notebook ran of which cells ended in an error: "7 of 9 cells ran, the outputs of 1 2 3
// 5 stand; cell 4 ended with NameError: ...".
std::string reach_sentence(const NotebookCheck& check) {
  const std::vector<std::size_t> standing = check.standing();
  const std::size_t cause = check.outside.value_or(check.ended.front());
  const std::int64_t cells = std::ssize(check.cells);
  const std::size_t ran = check.cells.size() - check.ended.size();
  if (standing.empty()) {
    return tr_n("{ran} of {n} cell ran, no stored output stands; cell {cell} ended with {error}",
                "{ran} of {n} cells ran, no stored output stands; cell {cell} ended with {error}",
                cells, arg("ran", ran), arg("n", cells), arg("cell", cause + 1),
                arg("error", *check.cells[cause].now.error));
  }
  return tr_n(
      "{ran} of {n} cell ran, the outputs of {standing} stand; cell {cell} ended with {error}",
      "{ran} of {n} cells ran, the outputs of {standing} stand; cell {cell} ended with {error}",
      cells, arg("ran", ran), arg("n", cells),
      arg("standing", fmt::format("{}", fmt::join(standing, " "))), arg("cell", cause + 1),
      arg("error", *check.cells[cause].now.error));
}

std::string verdict_sentence(const NotebookCheck& check) {
  switch (check.verdict) {
    case Verdict::kReproducible:
      return tr("every stored output is there again");
    case Verdict::kUnseeded:
      if (check.seeds.size() == 1) {
        return tr("what differs follows from random numbers that no {seed} fixes",
                  arg("seed", check.seeds.front()));
      }
      return tr("what differs follows from random numbers that no {one} or {other} fixes",
                arg("one", check.seeds.front()), arg("other", check.seeds.back()));
    case Verdict::kOutOfOrder: {
      std::vector<std::size_t> runs = check.runs;
      for (std::size_t& run : runs) ++run;
      return tr("running the cells {runs} gives what is stored",
                arg("runs", fmt::format("{}", fmt::join(runs, " "))));
    }
    case Verdict::kPartly:
    case Verdict::kNotRun:
      return reach_sentence(check);
    case Verdict::kDifferent:
      break;
  }
  const auto tried = arg("tried", check.tried);
  if (check.tried == 0) return tr("the cells do not give what is stored");
  if (check.cut) {
    return tr(
        "no order of the cells that was tried gives what is stored ({tried} tried, which is the "
        "bound)",
        tried);
  }
  return tr("no order of the cells that was tried gives what is stored ({tried} tried)", tried);
}

Exit check_cells(const NotebookFile& file, const std::string& path,
                 const notebook::client::KernelOptions& kernel, std::chrono::seconds timeout,
                 const Screen& screen) {
  if (const auto can = notebook::client::can_run(kernel); !can) {
    return report(screen.console, path.c_str(), can.error());
  }
  auto sessions = notebook::client::new_sessions(kernel, timeout);
  if (file.kind == FileKind::kLesson) {
    // An output block holds all that a cell gives as one text, an error's last line included.
    sessions = [whole = std::move(sessions)](std::uint64_t seed) -> notebook::check::Session {
      return [session = whole(seed)](const NotebookCell& cell) {
        notebook::check::CellRun merged;
        merged.printed = notebook::check::text_of(session(cell));
        return merged;
      };
    };
  }
  std::size_t number = 0;
  notebook::check::Watch watch;
  watch.checked = [&](const notebook::check::CellCheck& cell) {
    screen.out(tr(
        "cell {cell}: {agreement}\n", arg("cell", ++number),
        arg("agreement", tr(base::name_of(notebook::check::agreement_names(), cell.agreement)))));
    if (cell.agreement == Agreement::kNotRun) screen.out(fmt::format("  {}\n", *cell.now.error));
    if (cell.agreement == Agreement::kDifferent || cell.agreement == Agreement::kEqualNumbers) {
      screen.out(first_difference(cell));
    }
  };
  watch.searches = [&] {
    screen.out(tr("other orders of the cells are tried, at most {most} and {seconds} s\n",
                  arg("most", notebook::check::kMostTrials),
                  arg("seconds", watch.most_search / std::chrono::seconds(1))));
  };
  const NotebookCheck check = notebook::check::check_notebook(file, sessions, watch);
  const std::string sentence =
      fmt::format("{}: {}", tr(base::name_of(notebook::check::verdict_names(), check.verdict)),
                  verdict_sentence(check));
  if (!check.ended.empty() && check.verdict != Verdict::kPartly &&
      check.verdict != Verdict::kNotRun) {
    screen.out(reach_sentence(check) + "\n");
  }
  screen.out(sentence + "\n");
  if (check.verdict == Verdict::kReproducible) return Exit::kDone;
  return report(screen.console, path.c_str(),
                {ErrorKind::kInvalidArgument, io::printable(sentence)});
}

// Of a folder that cells may read its name is said, and how much it holds. A Python of the person's
// own that is trusted begins in the file's folder, as the person would begin it.
Expected<notebook::client::KernelOptions> kernel_options(const RunOptions& options,
                                                         const Console& console) {
  notebook::client::KernelOptions kernel{.trusted = options.trust};
  if (!options.python.empty()) {
    auto python =
        notebook::client::own_python(options.python, open_save::home_folder().value_or(fs::path()));
    if (!python) return tl::unexpected(python.error());
    kernel.python = *std::move(python);
    std::error_code failed;
    if (options.trust) kernel.readable = fs::absolute(options.file, failed).parent_path();
    if (options.trust) return kernel;
  }
  if (!options.allow_folder) return kernel;
  auto folder = open_save::readable_folder(options.file);
  if (!folder) return tl::unexpected(folder.error());
  say(console.err, io::printable(tr("note: cells may read the {files} in {folder} and below",
                                    arg("files", open_save::files_in(*folder)),
                                    arg("folder", folder->string()))) +
                       "\n");
  kernel.readable = *std::move(folder);
  return kernel;
}

}  // namespace

Command run_command(RunOptions& options) {
  Command command{"run",
                  tr("Run a script (.py), a notebook (.ipynb) or a lesson's cells (.md)\nin a "
                     "process that reaches no file's content, no network and no other program")};
  command.add(required(text_option("FILE", "", options.file,
                                   tr("prints what its cells print, and of a notebook or a lesson\n"
                                      "the value of each cell's last expression"))));
  command.add(flag_option("--check", options.check,
                          tr("compare what the file holds with what its cells give:\n"
                             "identical, equal numbers or different; and where they\n"
                             "differ, whether a seed is missing or cells ran in another\n"
                             "order, or how far it ran. Exit status 0: reproducible")));
  command.add(integer_option(
      "--timeout", 1, 86'400, [&options](std::int64_t seconds) { options.timeout = seconds; },
      tr("of --check: seconds that a cell may take (default 20)")));
  command.add(flag_option("--allow-folder", options.allow_folder,
                          tr("cells may read the files of FILE's own folder and below, and\n"
                             "begin in it; they still change nothing there. A home folder\n"
                             "and those of the system are refused")));
  command.add(text_option("--python", "PATH", options.python,
                          tr("the Python that runs the cells, with its own packages: its\n"
                             "program, or the folder of its environment. It is confined as\n"
                             "the built-in one is, unless --trust is given, too")));
  command.add(flag_option("--raw", options.raw,
                          tr("let what cells print steer the terminal: colours, titles\n"
                             "(default: a terminal shows such characters as symbols)")));
  command.add(trust_option(options.trust));
  return command;
}

Exit run_file(const RunOptions& options, const Console& console) {
  const auto file = read_file(options.file);
  if (!file) return report(console, options.file.c_str(), file.error());
  const auto kernel = kernel_options(options, console);
  if (!kernel) return report(console, options.file.c_str(), kernel.error());
  const Screen screen{console, options.raw};
  if (!options.check) return run_cells(*file, options.file, *kernel, screen);
  if (file->kind == FileKind::kScript) {
    report(console, options.file.c_str(),
           {ErrorKind::kInvalidArgument, tr("a script holds no outputs that --check could compare"),
            tr("it takes a notebook (.ipynb) or a lesson (.md)")});
    return Exit::kUsage;
  }
  return check_cells(*file, options.file, *kernel, std::chrono::seconds(options.timeout), screen);
}

}  // namespace normscope::cli
