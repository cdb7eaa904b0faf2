// SPDX-License-Identifier: MIT
// Which questions of finished lessons come back today. Each comes 1, 4, 8 and 16 days after it was
// answered, with new numbers: intervals that grow a little do as well as clever ones. All are
// functions of the day and of what was kept.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "app/lessons/progress.hpp"

namespace normscope::practice {

/// The days after its answer on which a question comes back. A reader who comes late gets the
/// others as much later.
inline constexpr std::array<lessons::Day, 4> kComesBackAfter{1, 4, 8, 16};

inline constexpr std::size_t kMostADay = 5;

/// A lesson and what its reader did in it. Both outlive what is made of it.
struct Read {
  const lessons::Lesson* lesson = nullptr;
  const lessons::Progress* progress = nullptr;
};

/// The day on which an answered question is due next; nothing when it has come back four times. A
/// question that was skipped is due the day after. One whose day nobody noted is due at once.
std::optional<lessons::Day> due_day(const lessons::Answered& answered);

/// Whether the last answer was wrong, and its reader sure of it.
bool is_sure_and_wrong(const lessons::Prediction& asked, const lessons::Answered& answered);

struct Due {
  const lessons::Lesson* lesson = nullptr;
  lessons::BlockPlace place{};
};

struct Today {
  bool any_finished = false;  // a lesson with questions that can come back
  std::size_t right = 0;      // of what was answered today
  std::size_t wrong = 0;
  std::size_t skipped = 0;
  std::vector<Due> left{};             // of today's five: sure and wrong first, then by their days
  std::optional<lessons::Day> next{};  // when the next one is due, after today
};

Today todays_five(std::span<const Read> read, lessons::Day today);

/// The seed of a question's numbers on a day.
std::uint64_t seed_of(const lessons::Lesson& lesson, const lessons::BlockPlace& place,
                      lessons::Day today);

/// Notes what became of a question today.
void note(lessons::Answered& answered, const lessons::Practised& practised);

}  // namespace normscope::practice
