// SPDX-License-Identifier: MIT
#include "app/lessons/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <variant>

#include "core/text/translate.hpp"

namespace normscope::lessons {
namespace {

constexpr std::array<base::Name<Confidence>, 3> kConfidences{
    {{Confidence::kSure, "sure", text::tr_later("sure")},
     {Confidence::kRather, "rather", text::tr_later("rather")},
     {Confidence::kGuess, "guess", text::tr_later("guess")}}};
constexpr std::array<base::Name<Outcome>, 3> kOutcomes{
    {{Outcome::kRight, "right"}, {Outcome::kWrong, "wrong"}, {Outcome::kSkipped, "skipped"}}};

// The words of a text with their formulas; styles do not matter.
void add_words(std::string& text, const std::vector<Inline>& words) {
  for (const Inline& piece : words) text += piece.text;
  text += '\n';
}

struct AddQuestion {
  std::string& text;

  void operator()(const NumberQuestion& question) const {
    text += fmt::format("number {} {}\n", question.text, question.within);
  }
  void operator()(const ChoiceQuestion& question) const {
    for (const Choice& choice : question.choices) {
      text += choice.right ? "right " : "wrong ";
      add_words(text, choice.text);
    }
  }
  void operator()(const CellQuestion& question) const {
    text += fmt::format("cell {} {}\n", question.cell.row, question.cell.column);
  }
};

const Step& step_at(const Lesson& lesson, const BlockPlace& place) {
  return lesson.steps[static_cast<std::size_t>(place.step)];
}

const Block& block_at(const Lesson& lesson, const BlockPlace& place) {
  return step_at(lesson, place).blocks[place.block];
}

// The blocks of a kind and what each asks.
std::map<BlockPlace, AskedHash> asked_in(const Lesson& lesson, BlockKind kind) {
  std::map<BlockPlace, AskedHash> asked;
  for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
    for (std::size_t block = 0; block < lesson.steps[step].blocks.size(); ++block) {
      if (lesson.steps[step].blocks[block].kind != kind) continue;
      const BlockPlace place{static_cast<int>(step), block};
      asked[place] = asked_hash(lesson, place);
    }
  }
  return asked;
}

AskedHash asked_of(AskedHash hash) {
  return hash;
}
AskedHash asked_of(const Answered& answered) {
  return answered.asked;
}
AskedHash asked_of(const Attempt& attempt) {
  return attempt.asked;
}

// Moves entries to the blocks that ask the same. Entries at their own place come first, so that one
// that has moved takes no other's place.
template <class Entry>
std::map<BlockPlace, Entry> moved(const std::map<BlockPlace, Entry>& entries,
                                  std::map<BlockPlace, AskedHash> asked) {
  std::map<BlockPlace, Entry> kept;
  std::vector<const Entry*> homeless;
  homeless.reserve(entries.size());
  for (const auto& entry : entries) {
    const auto same = asked.find(entry.first);
    if (same != asked.end() && same->second == asked_of(entry.second)) {
      kept.insert(entry);
      asked.erase(same);
    } else {
      homeless.push_back(&entry.second);
    }
  }
  for (const Entry* const entry : homeless) {
    const auto other = std::ranges::find_if(
        asked, [entry](const auto& block) { return block.second == asked_of(*entry); });
    if (other == asked.end()) continue;
    kept.emplace(other->first, *entry);
    asked.erase(other);
  }
  return kept;
}

}  // namespace

std::span<const base::Name<Confidence>> confidence_names() {
  return kConfidences;
}

std::span<const base::Name<Outcome>> outcome_names() {
  return kOutcomes;
}

AskedHash text_hash(std::string_view text) {
  AskedHash hash = 0xcbf29ce484222325U;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3U;
  }
  return hash;
}

const Prediction& prediction_at(const Lesson& lesson, const BlockPlace& place) {
  const auto number = static_cast<std::size_t>(block_at(lesson, place).number);
  return step_at(lesson, place).predictions[number];
}

AskedHash asked_hash(const Lesson& lesson, const BlockPlace& place) {
  const Block& block = block_at(lesson, place);
  std::string text;
  if (block.kind == BlockKind::kPrediction) {
    const Prediction& prediction = prediction_at(lesson, place);
    add_words(text, prediction.ask);
    std::visit(AddQuestion{text}, prediction.question);
  } else if (block.kind == BlockKind::kAct) {
    add_words(text, step_at(lesson, place).acts[static_cast<std::size_t>(block.number)].what);
  } else if (block.kind == BlockKind::kExercise) {
    const Exercise& exercise =
        step_at(lesson, place).exercises[static_cast<std::size_t>(block.number)];
    add_words(text, exercise.task);
    text += exercise.problem.function + '\n' + exercise.problem.solution;
  } else {
    add_words(text, block.inlines);
  }
  return text_hash(text);
}

std::vector<BlockPlace> questions_of(const Lesson& lesson) {
  std::vector<BlockPlace> places;
  for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
    const auto& blocks = lesson.steps[step].blocks;
    for (std::size_t block = 0; block < blocks.size(); ++block) {
      if (blocks[block].kind == BlockKind::kPrediction) {
        places.push_back({static_cast<int>(step), block});
      }
    }
  }
  return places;
}

Progress follow(const Progress& progress, const Lesson& lesson) {
  Progress next;
  next.furthest = std::min(progress.furthest, lesson.last_step());
  next.answers = moved(progress.answers, asked_in(lesson, BlockKind::kPrediction));
  next.done = moved(progress.done, asked_in(lesson, BlockKind::kAct));
  next.attempts = moved(progress.attempts, asked_in(lesson, BlockKind::kExercise));
  next.hints = moved(progress.hints, asked_in(lesson, BlockKind::kHint));
  return next;
}

std::vector<BlockPlace> open_tasks(const Lesson& lesson, const Progress& progress) {
  std::vector<BlockPlace> open;
  for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
    const auto& blocks = lesson.steps[step].blocks;
    for (std::size_t block = 0; block < blocks.size(); ++block) {
      const BlockPlace place{static_cast<int>(step), block};
      const auto attempt = progress.attempts.find(place);
      const bool written = attempt != progress.attempts.end() && attempt->second.right;
      const BlockKind kind = blocks[block].kind;
      if ((kind == BlockKind::kPrediction && !progress.answers.contains(place)) ||
          (kind == BlockKind::kExercise && !written)) {
        open.push_back(place);
      }
    }
  }
  return open;
}

Score score_of(const Lesson& lesson, const Progress& progress) {
  Score score;
  for (const Step& step : lesson.steps) score.exercises += step.exercises.size();
  for (const auto& entry : progress.attempts) score.written += entry.second.right ? 1 : 0;
  for (const BlockPlace& place : questions_of(lesson)) {
    ++score.questions;
    const auto found = progress.answers.find(place);
    if (found == progress.answers.end()) continue;
    ++score.answered;
    if (is_right(prediction_at(lesson, place), found->second.first)) {
      ++score.right;
    } else {
      score.missed.push_back(place);
    }
  }
  return score;
}

bool is_done(const Lesson& lesson, const Progress& progress) {
  return progress.furthest >= lesson.last_step() && open_tasks(lesson, progress).empty();
}

}  // namespace normscope::lessons
