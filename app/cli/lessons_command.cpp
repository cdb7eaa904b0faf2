// SPDX-License-Identifier: MIT
#include "app/cli/lessons_command.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "app/cli/option_kinds.hpp"
#include "app/lessons/cells.hpp"
#include "app/lessons/check.hpp"
#include "app/lessons/loader.hpp"
#include "app/notebook/client/checking.hpp"
#include "core/gpu/gpu_backend.hpp"
#include "core/io/quote.hpp"

namespace normscope::cli {
namespace {

using base::Expected;
using lessons::Lesson;

// A lesson as it was named: a path, or the file of a built-in one.
struct Named {
  std::string name;
  Expected<Lesson> lesson;
};

std::vector<Named> read_lessons(const std::vector<std::string>& files) {
  std::vector<Named> lessons;
  lessons.reserve(files.size());
  for (const std::string& file : files) {
    lessons.push_back({io::printable(file), lessons::load_lesson(file)});
  }
  if (!files.empty()) return lessons;
  for (const base::EmbeddedFile& file : lessons::builtin_lesson_files()) {
    lessons.push_back({std::string(file.name), lessons::read_lesson(file.bytes)});
  }
  return lessons;
}

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string size_of(const Lesson& lesson) {
  std::size_t predictions = 0;
  std::size_t acts = 0;
  for (const lessons::Step& step : lesson.steps) {
    predictions += step.predictions.size();
    acts += step.acts.size();
  }
  return fmt::format("{}, {}, {}, {}", counted(lesson.steps.size(), "step"),
                     counted(predictions, "prediction"), counted(acts, "act"),
                     counted(lessons::cells_of(lesson).size(), "cell"));
}

std::string line_of(const base::Error& error) {
  return io::printable(error.hint.empty() ? error.sentence
                                          : fmt::format("{} ({})", error.sentence, error.hint));
}

// Says what is wrong with a lesson, line by line; whether anything is.
bool say_findings(const Named& named, const compute::Backends& backends,
                  const notebook::check::NewSession& new_session, const Console& console) {
  const auto findings = lessons::check_lesson(*named.lesson, backends, new_session);
  for (const lessons::Finding& finding : findings) {
    say(console.out, fmt::format("{}: line {}: {}\n", named.name, finding.line, finding.sentence));
  }
  if (!findings.empty()) return true;
  say(console.out, fmt::format("{}: {}: nothing wrong\n", named.name, size_of(*named.lesson)));
  return false;
}

}  // namespace

Command lessons_command(LessonsOptions& options) {
  const Option files{
      .name = "FILE",
      .help = "lessons (.md); without any the built-in ones",
      .take_values = [&options](const std::vector<std::string>& given) { options.files = given; }};
  return {.name = "lessons",
          .help = "List or check lessons",
          .commands = {{.name = "list",
                        .help = "The name, the title and the size of each lesson",
                        .options = {files}},
                       {.name = "check",
                        .help = "Run everything in lessons: settings, cells and their outputs,\n"
                                "predictions, acts, and the numbers that the prose names",
                        .options = {files, trust_option(options.trust)}}}};
}

Exit run_lessons(const LessonsOptions& options, bool check, const Console& console) {
  const std::vector<Named> lessons = read_lessons(options.files);
  // Opened only when a check runs on them.
  const compute::Backends backends = gpu::make_backends();
  const notebook::client::KernelOptions kernel{.trusted = options.trust};
  notebook::check::NewSession new_session;
  if (check) {
    if (const auto can = notebook::client::can_run(kernel)) {
      new_session = notebook::client::new_sessions(kernel);
    } else {
      report(console, "cells were not checked", can.error());
    }
  }
  std::size_t wrong = 0;
  for (const Named& named : lessons) {
    if (!named.lesson) {
      say(console.out, fmt::format("{}: {}\n", named.name, line_of(named.lesson.error())));
      ++wrong;
    } else if (check) {
      if (say_findings(named, backends, new_session, console)) ++wrong;
    } else {
      say(console.out, fmt::format("{}: {}: {}\n", named.name, io::printable(named.lesson->title),
                                   size_of(*named.lesson)));
    }
  }
  if (wrong == 0) return Exit::kDone;
  return report(console, "",
                {base::ErrorKind::kMalformed,
                 fmt::format("{} of {} wrong", wrong, counted(lessons.size(), "lesson"))});
}

}  // namespace normscope::cli
