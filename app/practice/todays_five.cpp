// SPDX-License-Identifier: MIT
#include "app/practice/todays_five.hpp"

#include <algorithm>
#include <string>

namespace normscope::practice {

using lessons::Answered;
using lessons::Confidence;
using lessons::Day;
using lessons::Outcome;
using lessons::Practised;

namespace {

bool is_answer(const Practised& practised) {
  return practised.outcome != Outcome::kSkipped;
}

struct Candidate {
  Due question{};
  bool sure_and_wrong = false;
  Day due = 0;
};

void count(const Answered& answered, Day day, Today& today) {
  for (const Practised& practised : answered.practised) {
    if (practised.day != day) continue;
    if (practised.outcome == Outcome::kRight) ++today.right;
    if (practised.outcome == Outcome::kWrong) ++today.wrong;
    if (practised.outcome == Outcome::kSkipped) ++today.skipped;
  }
}

}  // namespace

std::optional<Day> due_day(const Answered& answered) {
  const auto times = static_cast<std::size_t>(std::ranges::count_if(answered.practised, is_answer));
  if (times >= kComesBackAfter.size()) return std::nullopt;
  Day due = answered.day.value_or(0) + kComesBackAfter.front();
  for (const Practised& practised : answered.practised) {
    if (is_answer(practised))
      due = practised.day + kComesBackAfter[times] - kComesBackAfter[times - 1];
  }
  const auto& all = answered.practised;
  if (!all.empty() && !is_answer(all.back())) due = std::max(due, all.back().day + 1);
  return due;
}

bool is_sure_and_wrong(const lessons::Prediction& asked, const Answered& answered) {
  const auto last = std::find_if(answered.practised.rbegin(), answered.practised.rend(), is_answer);
  if (last != answered.practised.rend()) {
    return last->outcome == Outcome::kWrong && last->confidence == Confidence::kSure;
  }
  return answered.confidence == Confidence::kSure && !lessons::is_right(asked, answered.first);
}

Today todays_five(std::span<const Read> read, Day day) {
  Today today;
  std::vector<Candidate> due;
  for (const auto& [lesson, progress] : read) {
    if (!lessons::is_done(*lesson, *progress)) continue;
    for (const auto& [place, answered] : progress->answers) {
      const lessons::Prediction& asked = lessons::prediction_at(*lesson, place);
      if (!asked.practice) continue;
      today.any_finished = true;
      count(answered, day, today);
      const auto next = due_day(answered);
      if (!next) continue;
      if (*next <= day) {
        due.push_back({{lesson, place}, is_sure_and_wrong(asked, answered), *next});
      } else if (!today.next || *next < *today.next) {
        today.next = *next;
      }
    }
  }
  std::ranges::stable_sort(due, [](const Candidate& a, const Candidate& b) {
    return a.sure_and_wrong != b.sure_and_wrong ? a.sure_and_wrong : a.due < b.due;
  });
  const std::size_t asked = today.right + today.wrong + today.skipped;
  const std::size_t room = kMostADay - std::min(kMostADay, asked);
  for (const Candidate& each : due) {
    if (today.left.size() < room) today.left.push_back(each.question);
  }
  // What has no room today is due tomorrow.
  if (due.size() > today.left.size()) today.next = day + 1;
  return today;
}

std::uint64_t seed_of(const lessons::Lesson& lesson, const lessons::BlockPlace& place, Day today) {
  return lessons::text_hash(std::to_string(lessons::asked_hash(lesson, place)) + ' ' +
                            std::to_string(today));
}

void note(Answered& answered, const Practised& practised) {
  std::erase_if(answered.practised, [](const Practised& each) { return !is_answer(each); });
  answered.practised.push_back(practised);
}

}  // namespace normscope::practice
