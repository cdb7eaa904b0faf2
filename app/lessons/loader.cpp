// SPDX-License-Identifier: MIT
#include "app/lessons/loader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

#include "app/lessons/exercise_reader.hpp"
#include "app/lessons/markdown.hpp"
#include "app/lessons/scene.hpp"
#include "app/lessons/step_links.hpp"
#include "app/lessons/task_reader.hpp"
#include "app/lessons/toml_table.hpp"
#include "core/text/translate.hpp"
#include "core/text/utf8.hpp"

namespace normscope::lessons {

namespace {

constexpr std::string_view kFence = "+++\n";

// Of the inputs that steps set: 64 MiB, whatever number of steps.
constexpr std::int64_t kMaxElementsInAll = 16 * kMaxLessonElements;

constexpr std::array<base::Name<Group>, 5> kGroups{{
    {Group::kFirst, tr_later("First")},
    {Group::kVariants, tr_later("Variants")},
    {Group::kFurther, tr_later("Further")},
    {Group::kPrecision, tr_later("Precision")},
    {Group::kPractice, tr_later("Practice")},
}};

struct Parts {
  std::string_view front;
  std::string_view body;
  int body_line = 0;
};

Expected<Parts> split(std::string_view text) {
  if (!text.starts_with(kFence)) {
    return fail(ErrorKind::kMalformed, tr("line 1: a lesson begins with front matter"),
                tr("the first line is +++, then id, title and source, then +++ again"));
  }
  const std::string_view after = text.substr(kFence.size());
  std::size_t end = after.starts_with(kFence) ? 0 : after.find("\n+++\n");
  if (end == std::string_view::npos) {
    return fail(ErrorKind::kMalformed, tr("line 1: the front matter has no closing +++"));
  }
  if (!after.starts_with(kFence)) ++end;
  Parts parts{after.substr(0, end), after.substr(end + kFence.size()), 0};
  parts.body_line = 3 + static_cast<int>(std::count(parts.front.begin(), parts.front.end(), '\n'));
  return parts;
}

Expected<Lesson> read_front_matter(std::string_view front) {
  constexpr int kFirstLine = 2;
  const auto table = parse_toml(front, kFirstLine);
  if (!table) return tl::unexpected(table.error());
  TomlFaults faults{.first_line = kFirstLine};
  TomlTable keys(*table, faults);
  Lesson lesson;
  const auto required = [&](std::string_view key) {
    auto text = keys.text(key);
    if (!text || text->empty()) {
      keys.refuse(key, tr("the front matter needs a '{key}' in quotation marks", arg("key", key)));
    }
    return text.value_or("");
  };
  lesson.id = required("id");
  lesson.title = required("title");
  lesson.source = required("source");
  lesson.language = keys.text("language").value_or(lesson.language);
  lesson.about = keys.text("about").value_or("");
  lesson.next = keys.text("next").value_or("");
  lesson.then = keys.text("then").value_or("");
  lesson.group = keys.choice("group", group_names());
  lesson.order = static_cast<int>(keys.whole("order", 1, 999).value_or(0));
  lesson.minutes = static_cast<int>(keys.whole("minutes", 1, 999).value_or(0));
  keys.finish();
  if (faults.error) return tl::unexpected(*faults.error);
  return lesson;
}

// The block of a section that sets the stage; null when there is none.
Expected<const Block*> find_scene(const Section& section) {
  const Block* found = nullptr;
  for (const Block& block : section.blocks) {
    if (block.kind != BlockKind::kCode) continue;
    if (block.language != "normscope") continue;
    if (found != nullptr) {
      return fail(ErrorKind::kMalformed, tr("line {line}: a step has one normscope block at most",
                                            arg("line", block.line)));
    }
    found = &block;
  }
  return found;
}

// Adds what the output blocks of a step print to what the cells before print.
void collect_printed(const std::vector<Block>& blocks, PrintedNumbers& printed) {
  for (const Block& block : blocks) {
    if (block.kind != BlockKind::kCode) continue;
    if (block.language == "python") printed.emplace_back();
    if (block.language != "output" || printed.empty()) continue;
    const auto numbers = numbers_in(block.text);
    printed.back().emplace(numbers.begin(), numbers.end());
  }
}

// Puts a task of a step at its place among the step's tasks.
template <class Task>
Expected<void> take_task(Block& block, BlockKind kind, Expected<Task> task,
                         std::vector<Task>& tasks) {
  if (!task) return tl::unexpected(task.error());
  block = {.kind = kind, .line = block.line, .number = static_cast<int>(tasks.size())};
  tasks.push_back(*std::move(task));
  return {};
}

// Reads a block that asks something, or the numbers that a block of prose names.
Expected<void> read_block(Block& block, Step& step, int& hints, StepNumbers& numbers) {
  if (block.kind == BlockKind::kCode && block.language == "predict") {
    return take_task(block, BlockKind::kPrediction, read_prediction(block, numbers),
                     step.predictions);
  }
  if (block.kind == BlockKind::kCode && block.language == "act") {
    return take_task(block, BlockKind::kAct, read_act(block, numbers), step.acts);
  }
  if (block.kind == BlockKind::kCode && block.language == "exercise") {
    return take_task(block, BlockKind::kExercise, read_exercise(block, numbers), step.exercises);
  }
  if (block.kind == BlockKind::kCode && block.language == "hint") {
    auto text = read_hint(block, numbers);
    if (!text) return tl::unexpected(text.error());
    block = {.kind = BlockKind::kHint,
             .line = block.line,
             .number = hints++,
             .inlines = *std::move(text)};
    return {};
  }
  auto replaced = numbers.replaced(block.inlines);
  if (!replaced) {
    base::Error error = replaced.error();
    error.sentence =
        tr("line {line}: {what}", arg("line", block.line), arg("what", error.sentence));
    return tl::unexpected(std::move(error));
  }
  block.inlines = *std::move(replaced);
  return {};
}

// Refuses an act that asks for a card which the step does not reveal.
Expected<void> check_acts(const Step& step, StepNumbers& numbers) {
  if (step.reveals.empty()) return {};
  const auto cards = card_names(numbers.evaluation());
  const auto last = std::ranges::find(cards, step.reveals);
  for (const Act& act : step.acts) {
    for (const Condition& condition : act.changes) {
      std::string card;
      if (const auto* value = std::get_if<Reference>(&condition.subject)) card = value->card;
      if (const auto* focus = std::get_if<Focus>(&condition.subject)) card = focus->card;
      const auto found = std::ranges::find(cards, card);
      if (found == cards.end() || found <= last) continue;
      return fail(ErrorKind::kMalformed,
                  tr("line {line}: an act looks at {card}, which comes after the card that the "
                     "step reveals, {last}",
                     arg("line", step.line), arg("card", card), arg("last", step.reveals)));
    }
  }
  return {};
}

void gather_controls(Step& step, const document::Document* before) {
  step.controls.merge(changed_controls(step.document, before));
  for (const Act& act : step.acts) step.controls.merge(controls_of(act));
  for (const Prediction& prediction : step.predictions) {
    step.controls.merge(controls_of(prediction, step.document));
  }
}

// What the steps of a lesson have together so far.
struct SoFar {
  PrintedNumbers printed{};
  std::int64_t elements = 0;  // of the inputs that steps set
};

Expected<void> count_elements(const document::Document& document, int line, SoFar& before) {
  for (const document::Input& input : document.inputs) before.elements += input.values.size();
  if (before.elements <= kMaxElementsInAll) return {};
  return fail(ErrorKind::kTooLarge,
              tr("line {line}: the inputs of a lesson have at most {most} numbers in all",
                 arg("line", line), arg("most", kMaxElementsInAll)));
}

Expected<Step> make_step(Section section, Lesson& lesson, SoFar& so_far) {
  const auto block = find_scene(section);
  if (!block) return tl::unexpected(block.error());
  const bool has_block = *block != nullptr;
  // A step without a block is read as an empty block: it keeps the document of the step before; in
  // the first step the missing input is an error.
  std::optional<document::Document> before;
  if (!lesson.steps.empty()) before = lesson.steps.back().document;
  auto scene = read_scene(has_block ? std::string_view((*block)->text) : std::string_view(),
                          has_block ? (*block)->line : section.line, before);
  if (!scene) return tl::unexpected(scene.error());
  if (has_block) {
    const auto fits = count_elements(scene->document, (*block)->line, so_far);
    if (!fits) return tl::unexpected(fits.error());
  }
  for (document::Input& input : scene->document.inputs) {
    auto* const variable = std::get_if<document::Variable>(&input.origin);
    if (variable != nullptr) variable->lesson = lesson.title;
  }
  scene->document.lesson = {lesson.id, static_cast<int>(lesson.steps.size())};
  lesson.sets_digits = lesson.sets_digits || scene->sets_digits;
  lesson.sets_layout = lesson.sets_layout || scene->sets_layout;
  std::erase_if(section.blocks, [](const Block& each) { return each.language == "normscope"; });
  collect_printed(section.blocks, so_far.printed);
  Step step{.title = std::move(section.title),
            .line = section.line,
            .document = std::move(scene->document),
            .reveals = std::move(scene->reveals),
            .controls = std::move(scene->controls),
            .has_figure = scene->has_figure};
  StepNumbers numbers(step.document, so_far.printed);
  int hints = 0;
  step.blocks.reserve(section.blocks.size());
  for (Block& each : section.blocks) {
    if (each.kind == BlockKind::kCode && each.language == "reported") {
      auto items = read_reported(each, numbers, step.reported);
      if (!items) return tl::unexpected(items.error());
      std::ranges::move(*items, std::back_inserter(step.blocks));
      continue;
    }
    const auto read = read_block(each, step, hints, numbers);
    if (!read) return tl::unexpected(read.error());
    step.blocks.push_back(std::move(each));
  }
  const auto acts = check_acts(step, numbers);
  if (!acts) return tl::unexpected(acts.error());
  gather_controls(step, before ? &*before : nullptr);
  return step;
}

std::string with_plain_ends(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    result += text[i];
  }
  return result;
}

Expected<void> check_size(std::uint64_t bytes) {
  if (bytes <= kMaxLessonBytes) return {};
  return fail(ErrorKind::kTooLarge, tr("a lesson has at most {most} bytes, but this has {bytes}",
                                       arg("most", kMaxLessonBytes), arg("bytes", bytes)));
}

// The text of a file that may be a lesson, with plain line ends.
Expected<std::string> checked_text(std::string_view bytes) {
  if (auto fits = check_size(bytes.size()); !fits) return tl::unexpected(fits.error());
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  std::string text = with_plain_ends(bytes);
  if (const auto wrong = text::first_invalid(text)) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(*wrong);
    return fail(ErrorKind::kMalformed,
                tr("line {line}: not UTF-8", arg("line", 1 + std::count(text.begin(), end, '\n'))));
  }
  return text;
}

}  // namespace

Expected<Lesson> read_lesson(std::string_view bytes) {
  const auto text = checked_text(bytes);
  if (!text) return tl::unexpected(text.error());
  const auto parts = split(*text);
  if (!parts) return tl::unexpected(parts.error());
  auto lesson = read_front_matter(parts->front);
  if (!lesson) return lesson;
  auto sections = read_sections(parts->body, parts->body_line);
  if (!sections) return tl::unexpected(sections.error());
  if (sections->empty()) {
    return fail(ErrorKind::kMalformed,
                tr("line {line}: the lesson has no steps", arg("line", parts->body_line)),
                tr("begin each step with a heading: ## The batch"));
  }
  SoFar so_far;
  for (Section& section : *sections) {
    auto step = make_step(std::move(section), *lesson, so_far);
    if (!step) return tl::unexpected(step.error());
    lesson->steps.push_back(*std::move(step));
  }
  if (auto resolved = resolve_step_links(*lesson); !resolved)
    return tl::unexpected(resolved.error());
  return lesson;
}

Expected<std::vector<Block>> read_lesson_cells(std::string_view bytes) {
  const auto text = checked_text(bytes);
  if (!text) return tl::unexpected(text.error());
  const auto parts = split(*text);
  if (!parts) return tl::unexpected(parts.error());
  auto sections = read_sections(parts->body, parts->body_line);
  if (!sections) return tl::unexpected(sections.error());
  std::vector<Block> cells;
  for (Section& section : *sections) {
    for (Block& block : section.blocks) {
      if (block.kind != BlockKind::kCode) continue;
      if (block.language == "python" || block.language == "output") {
        cells.push_back(std::move(block));
      }
    }
  }
  return cells;
}

Expected<Lesson> load_lesson(io::ByteSource source) {
  if (auto fits = check_size(source.remaining()); !fits) return tl::unexpected(fits.error());
  return source.read_rest().and_then(read_lesson);
}

Expected<Lesson> load_lesson(const std::filesystem::path& path) {
  return io::ByteSource::open(path).and_then(
      [](io::ByteSource&& source) { return load_lesson(std::move(source)); });
}

LessonsToCome builtin_lessons_to_come() {
  return std::async(std::launch::async, builtin_lessons);
}

namespace {

// "01-first-look" and "es" of "01-first-look.es.md"; English has no tag.
std::pair<std::string_view, std::string_view> name_and_language(std::string_view file) {
  file = file.substr(0, file.rfind('.'));
  const std::size_t dot = file.find('.');
  return {file.substr(0, dot), dot == std::string_view::npos ? "" : file.substr(dot + 1)};
}

std::vector<base::EmbeddedFile> files_in(std::string_view language) {
  std::vector<base::EmbeddedFile> files;
  for (const base::EmbeddedFile& file : builtin_lesson_files()) {
    const auto [name, tag] = name_and_language(file.name);
    const auto is_same = [name = name](const base::EmbeddedFile& each) {
      return name_and_language(each.name).first == name;
    };
    const auto before = std::ranges::find_if(files, is_same);
    if (before == files.end()) {
      files.push_back(file);
    } else if (tag == language) {
      *before = file;
    }
  }
  return files;
}

}  // namespace

Expected<std::vector<Lesson>> builtin_lessons() {
  std::vector<Lesson> lessons;
  for (const base::EmbeddedFile& file : files_in(text::language())) {
    auto lesson = read_lesson(file.bytes);
    if (!lesson) {
      base::Error error = lesson.error();
      error.sentence = fmt::format("{}: {}", file.name, error.sentence);
      return tl::unexpected(std::move(error));
    }
    lessons.push_back(*std::move(lesson));
  }
  return lessons;
}

std::span<const base::Name<Group>> group_names() {
  return kGroups;
}

std::vector<const Lesson*> in_order(const std::vector<Lesson>& lessons) {
  std::vector<const Lesson*> ordered;
  ordered.reserve(lessons.size());
  for (const Lesson& lesson : lessons) ordered.push_back(&lesson);
  const auto place = [](const Lesson* lesson) {
    return lesson->order > 0 ? lesson->order : std::numeric_limits<int>::max();
  };
  std::ranges::stable_sort(ordered, {}, place);
  return ordered;
}

document::Document document_at(const Lesson& lesson, int step) {
  const int last = lesson.last_step();
  return lesson.steps[static_cast<std::size_t>(std::clamp(step, 0, last))].document;
}

}  // namespace normscope::lessons
