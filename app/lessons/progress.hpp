// SPDX-License-Identifier: MIT
// How far a reader is in a lesson: the furthest step, the answers, the acts that were done, what
// was written in exercises, the hints that were shown. It belongs to the questions, so that it
// survives a change of the lesson: what asks the same thing keeps its answer, and a changed
// question is asked anew.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/cells.hpp"
#include "app/lessons/lesson.hpp"
#include "core/base/names.hpp"

namespace normscope::lessons {

/// A number that two blocks share exactly when they ask the same: made from the words and the
/// answer of a question, from the words of an act or a hint. The same on every machine.
using AskedHash = std::uint64_t;

/// The hash of a text.
/// source  FNV-1a, 64 bits
AskedHash text_hash(std::string_view text);

/// A day by the reader's calendar, counted from 1970-01-01.
using Day = std::int32_t;

/// How sure the reader is of an answer, said before the verdict.
enum class Confidence { kSure, kRather, kGuess };
std::span<const base::Name<Confidence>> confidence_names();

/// What became of a question that came back with new numbers.
enum class Outcome { kRight, kWrong, kSkipped };
std::span<const base::Name<Outcome>> outcome_names();

struct Practised {
  Day day = 0;
  Outcome outcome{};
  Confidence confidence = Confidence::kRather;  // means nothing where it was skipped
  bool operator==(const Practised&) const = default;
};

struct Answered {
  AskedHash asked = 0;
  Answer first{};
  std::optional<Answer> again{};           // at the lesson's end, where the first answer was wrong
  std::optional<Day> day{};                // of the first answer; none: nobody noted it
  std::optional<Confidence> confidence{};  // of the first answer
  std::vector<Practised> practised{};      // in order; the newest of what was skipped alone
  bool operator==(const Answered&) const = default;
};

/// What a reader has written in an exercise.
struct Attempt {
  AskedHash asked = 0;
  std::string source{};
  bool right = false;  // a source of the reader's was judged right once
  bool operator==(const Attempt&) const = default;
};

struct Progress {
  int furthest = -1;  // the furthest step that was shown, from 0; -1: not begun
  std::map<BlockPlace, Answered> answers{};
  std::map<BlockPlace, AskedHash> done{};  // acts that were met once
  std::map<BlockPlace, Attempt> attempts{};
  std::map<BlockPlace, AskedHash> hints{};  // that were asked for
  bool operator==(const Progress&) const = default;
};

/// The hash of a question, an act, an exercise or a hint.
/// shape   the place of such a block
AskedHash asked_hash(const Lesson& lesson, const BlockPlace& place);

/// The question at this place.
/// shape   the place of a prediction
const Prediction& prediction_at(const Lesson& lesson, const BlockPlace& place);

/// The places of all questions of a lesson, in order.
std::vector<BlockPlace> questions_of(const Lesson& lesson);

/// The progress in another version of the lesson: each entry goes to the block that asks the same,
/// first of all the one at its own place, and is dropped where there is none.
Progress follow(const Progress& progress, const Lesson& lesson);

/// What a reader predicted in a lesson.
struct Score {
  std::size_t questions = 0;
  std::size_t answered = 0;
  std::size_t right = 0;             // at first
  std::vector<BlockPlace> missed{};  // answered wrongly at first
  std::size_t exercises = 0;
  std::size_t written = 0;  // of them, once right
};
Score score_of(const Lesson& lesson, const Progress& progress);

/// The places of the questions without an answer and the exercises without a right function, in
/// order.
std::vector<BlockPlace> open_tasks(const Lesson& lesson, const Progress& progress);

/// Whether the reader has come to the last step, and no task is open.
bool is_done(const Lesson& lesson, const Progress& progress);

}  // namespace normscope::lessons
