// SPDX-License-Identifier: MIT
#include "app/cli/lessons_command.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "app/cli/find_lesson.hpp"
#include "app/cli/option_kinds.hpp"
#include "app/exercises/judge.hpp"
#include "app/exercises/report.hpp"
#include "app/lessons/cells.hpp"
#include "app/lessons/check.hpp"
#include "app/lessons/loader.hpp"
#include "app/notebook/client/checking.hpp"
#include "app/notebook/client/own_python.hpp"
#include "app/open_save/user_folders.hpp"
#include "core/gpu/gpu_backend.hpp"
#include "core/io/quote.hpp"
#include "core/io/read_file.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"
#include "core/text/utf8.hpp"

namespace normscope::cli {

namespace {

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

Expected<std::string> read_answer(const std::string& path) {
  auto source = io::ByteSource::open(path);
  if (!source) return tl::unexpected(source.error());
  if (source->remaining() > lessons::kMaxLessonBytes) {
    return base::fail(base::ErrorKind::kTooLarge,
                      tr("it is no file with a function: it is too large"));
  }
  return source->read_rest();
}

// The exercises of a lesson whose functions a source defines.
std::vector<const exercises::Problem*> problems_in(const Lesson& lesson, std::string_view source) {
  std::vector<const exercises::Problem*> problems;
  for (const lessons::Step& step : lesson.steps) {
    for (const lessons::Exercise& exercise : step.exercises) {
      const std::string head = fmt::format("def {}(", exercise.problem.function);
      if (source.find(head) != std::string_view::npos) problems.push_back(&exercise.problem);
    }
  }
  return problems;
}

std::string functions_of(const Lesson& lesson) {
  std::vector<std::string> names;
  for (const lessons::Step& step : lesson.steps) {
    for (const lessons::Exercise& exercise : step.exercises) {
      names.push_back(exercise.problem.function);
    }
  }
  return text::listed(names);
}

std::string size_of(const Lesson& lesson) {
  std::int64_t predictions = 0;
  std::int64_t acts = 0;
  std::int64_t exercises = 0;
  for (const lessons::Step& step : lesson.steps) {
    predictions += std::ssize(step.predictions);
    acts += std::ssize(step.acts);
    exercises += std::ssize(step.exercises);
  }
  const std::int64_t steps = std::ssize(lesson.steps);
  const std::int64_t cells = std::ssize(lessons::cells_of(lesson));
  std::vector<std::string> sizes{
      tr_n("{n} step", "{n} steps", steps, arg("n", steps)),
      tr_n("{n} prediction", "{n} predictions", predictions, arg("n", predictions)),
      tr_n("{n} act", "{n} acts", acts, arg("n", acts)),
      tr_n("{n} cell", "{n} cells", cells, arg("n", cells))};
  if (exercises > 0) {
    sizes.push_back(tr_n("{n} exercise", "{n} exercises", exercises, arg("n", exercises)));
  }
  return text::listed(sizes);
}

std::string line_of(const base::Error& error) {
  return io::printable(error.hint.empty() ? error.sentence
                                          : text::with_note(error.sentence, error.hint));
}

// Says what is wrong with a lesson, line by line; whether anything is.
bool say_findings(const Named& named, const compute::Backends& backends,
                  const notebook::check::NewSession& new_session,
                  const lessons::CheckExercise& check_exercise, const Console& console) {
  const auto findings = lessons::check_lesson(*named.lesson, backends, new_session, check_exercise);
  for (const lessons::Finding& finding : findings) {
    say(console.out, tr("{name}: line {line}: {finding}\n", arg("name", named.name),
                        arg("line", finding.line), arg("finding", finding.sentence)));
  }
  if (!findings.empty()) return true;
  say(console.out, tr("{name}: {size}: nothing wrong\n", arg("name", named.name),
                      arg("size", size_of(*named.lesson))));
  return false;
}

}  // namespace

Command lessons_command(LessonsOptions& options) {
  const Option files{
      .name = "FILE",
      .help = tr("lessons (.md); without any the built-in ones"),
      .take_values = [&options](const std::vector<std::string>& given) { options.files = given; }};
  const Option lesson =
      required({.name = "LESSON",
                .help = tr("a lesson (.md), or the id of a built-in one"),
                .take_value = [&options](const std::string& given) { options.lesson = given; }});
  const Option answer =
      required({.name = "ANSWER",
                .help = tr("the file with the functions (.py)"),
                .take_value = [&options](const std::string& given) { options.answer = given; }});
  const Option python =
      text_option("--python", "PATH", options.python,
                  tr("a Python of your own with PyTorch that runs the functions"));
  return {
      .name = "lessons",
      .help = tr("List or check lessons, or try an answer to an exercise"),
      .commands = {{.name = "list",
                    .help = tr("The name, the title and the size of each lesson"),
                    .options = {files}},
                   {.name = "check",
                    .help = tr("Run everything in lessons: settings, cells and their outputs,\n"
                               "predictions, acts, and the numbers that the prose names"),
                    .options = {files, trust_option(options.trust)}},
                   {.name = "try",
                    .help = tr("Judge the functions that were written for a lesson's exercises:\n"
                               "right, or the smallest input on which one is not"),
                    .options = {lesson, answer, python, trust_option(options.trust)}}}};
}

Exit run_lessons(const LessonsOptions& options, bool check, const Console& console) {
  const std::vector<Named> lessons = read_lessons(options.files);
  // Opened only when a check runs on them.
  const compute::Backends backends = gpu::make_backends();
  const notebook::client::KernelOptions kernel{.trusted = options.trust};
  notebook::check::NewSession new_session;
  lessons::CheckExercise check_exercise;
  if (check) {
    if (const auto can = notebook::client::can_run(kernel)) {
      new_session = notebook::client::new_sessions(kernel);
      check_exercise = [&kernel](const exercises::Problem& problem) {
        const auto wrong = exercises::check_problem(problem, kernel);
        return wrong ? *wrong : wrong.error().sentence;
      };
    } else {
      report(console, std::string(tr("cells were not checked")).c_str(), can.error());
    }
  }
  std::size_t wrong = 0;
  for (const Named& named : lessons) {
    if (!named.lesson) {
      say(console.out, fmt::format("{}: {}\n", named.name, line_of(named.lesson.error())));
      ++wrong;
    } else if (check) {
      if (say_findings(named, backends, new_session, check_exercise, console)) ++wrong;
    } else {
      say(console.out, fmt::format("{}: {}: {}\n", named.name, io::printable(named.lesson->title),
                                   size_of(*named.lesson)));
    }
  }
  if (wrong == 0) return Exit::kDone;
  return report(console, "",
                {base::ErrorKind::kMalformed,
                 tr_n("{wrong} of {n} lesson wrong", "{wrong} of {n} lessons wrong",
                      std::ssize(lessons), arg("wrong", wrong), arg("n", lessons.size()))});
}

Exit try_exercises(const LessonsOptions& options, const Console& console) {
  const auto lesson = find_lesson(options.lesson);
  if (!lesson) return report(console, io::printable(options.lesson).c_str(), lesson.error());
  const std::string answer = io::printable(options.answer);
  const auto source = read_answer(options.answer);
  if (!source) return report(console, answer.c_str(), source.error());
  notebook::client::KernelOptions kernel{.trusted = options.trust};
  if (!options.python.empty()) {
    auto own = notebook::client::own_python(
        options.python, open_save::home_folder().value_or(std::filesystem::path()));
    if (!own) return report(console, answer.c_str(), own.error());
    kernel.python = *std::move(own);
  }
  const auto problems = problems_in(*lesson, *source);
  if (problems.empty()) {
    return report(
        console, answer.c_str(),
        {base::ErrorKind::kNotFound, tr("it defines no function of this lesson's exercises"),
         tr("they are: {names}", arg("names", functions_of(*lesson)))});
  }
  std::size_t wrong = 0;
  for (const exercises::Problem* const problem : problems) {
    const auto judged = exercises::judge(*problem, *source, kernel);
    if (!judged) return report(console, answer.c_str(), judged.error());
    if (judged->fault) ++wrong;
    const std::string told = exercises::report_text(exercises::report_of(*problem, *judged));
    say(console.out, text::with_control_symbols(fmt::format("{}: {}", problem->function, told)));
  }
  if (wrong == 0) return Exit::kDone;
  return report(console, answer.c_str(),
                {base::ErrorKind::kMalformed,
                 tr_n("{wrong} of {n} exercise wrong", "{wrong} of {n} exercises wrong",
                      std::ssize(problems), arg("wrong", wrong), arg("n", problems.size()))});
}

}  // namespace normscope::cli
