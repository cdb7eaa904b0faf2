// SPDX-License-Identifier: MIT
#include "app/workspace/lesson_pictures.hpp"

#include <algorithm>
#include <cstddef>

#include "app/results/evaluation.hpp"
#include "app/results/sheet/sheet.hpp"
#include "app/results/sheet/slice.hpp"
#include "core/compute/compute.hpp"

namespace normscope::workspace {
namespace {

// The first slice of a card, seen from afar.
PictureMap map_of(const results::Evaluation& evaluation, const results::Scales& scales,
                  std::size_t at) {
  const results::Card& card = evaluation.cards[at];
  const trace::Trace& trace = evaluation.stages[card.stage].trace;
  const results::Slice slice =
      results::slice_at(trace.steps()[static_cast<std::size_t>(card.step)].shape, {});
  return {results::overview_of(slice.rows, slice.columns, kPictureRows, kPictureColumns,
                               results::runs_of(trace, card.step, slice)),
          results::scale_for(scales, evaluation, at)};
}

}  // namespace

LessonPicture picture_of(const document::Document& document) {
  const results::Evaluation evaluation =
      results::evaluate(document, 0, compute::make_backends(), compute::Device::kCpu);
  if (evaluation.cards.empty() || evaluation.failure) return {};
  const std::size_t last = evaluation.cards.size() - 1;
  std::vector<std::size_t> cards{0, results::card_of(evaluation, document.view.step), last};
  cards.erase(std::unique(cards.begin(), cards.end()), cards.end());
  const results::Scales scales = results::scales_of(evaluation);
  LessonPicture picture;
  picture.reserve(cards.size());
  for (const std::size_t card : cards) picture.push_back(map_of(evaluation, scales, card));
  return picture;
}

const document::Document& pictured_document(const lessons::Lesson& lesson) {
  return lesson.steps[lesson.steps.size() / 2].document;
}

void LessonPictures::ask(const std::vector<lessons::Lesson>& lessons) {
  const auto same = [](const auto& asked, const lessons::Lesson* lesson) {
    return asked.first == lesson->id && asked.second == pictured_document(*lesson);
  };
  std::vector<const lessons::Lesson*> pictured;
  pictured.reserve(lessons.size());
  for (const lessons::Lesson& lesson : lessons) {
    if (lesson.sets_stage) pictured.push_back(&lesson);
  }
  if (std::ranges::equal(asked_, pictured, same)) return;
  asked_.clear();
  asked_.reserve(pictured.size());
  for (const lessons::Lesson* const lesson : pictured) {
    asked_.emplace_back(lesson->id, pictured_document(*lesson));
  }
  maker_.request(++number_, [asked = asked_](const std::stop_token& stop) {
    Pictures pictures;
    for (const auto& lesson : asked) {
      if (stop.stop_requested()) break;
      pictures[lesson.first] = picture_of(lesson.second);
    }
    return pictures;
  });
}

std::shared_ptr<const LessonPicture> LessonPictures::of(const std::string& lesson) const {
  const auto latest = maker_.latest();
  if (latest == nullptr) return nullptr;
  const auto found = latest->value.find(lesson);
  if (found == latest->value.end()) return nullptr;
  return {latest, &found->second};
}

}  // namespace normscope::workspace
