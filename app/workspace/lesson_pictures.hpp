// SPDX-License-Identifier: MIT
// The small pictures of lessons in the gallery, made from the lessons themselves: the numbers of
// one step from its input to its output, as colours. A background thread computes them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/document/document.hpp"
#include "app/lessons/lesson.hpp"
#include "app/results/background.hpp"
#include "app/results/sheet/overview.hpp"
#include "app/results/sheet/scales.hpp"

namespace normscope::workspace {

/// A matrix of numbers with its colours.
struct PictureMap {
  results::Overview numbers{};
  results::Scale scale{};
};

/// The matrices from left to right: the input, the card that the step points at, the output.
/// Each appears once. Empty for a document without a result.
using LessonPicture = std::vector<PictureMap>;

/// The most rows and columns of a map.
inline constexpr std::int64_t kPictureRows = 8;
inline constexpr std::int64_t kPictureColumns = 12;

/// The picture of a document.
LessonPicture picture_of(const document::Document& document);

/// The step that stands for a lesson: the middle one, where it has come to its subject.
/// shape   a lesson that sets the stage
const document::Document& pictured_document(const lessons::Lesson& lesson);

class LessonPictures {
 public:
  /// `wake` as for Background.
  explicit LessonPictures(std::function<void()> wake) : maker_(std::move(wake)) {}

  /// Requests the pictures of these lessons, unless they were requested last.
  void ask(const std::vector<lessons::Lesson>& lessons);

  /// The picture of a lesson; null before it is ready, and for a lesson that sets no stage.
  std::shared_ptr<const LessonPicture> of(const std::string& lesson) const;

 private:
  std::vector<std::pair<std::string, document::Document>> asked_{};
  std::uint64_t number_ = 0;
  using Pictures = std::map<std::string, LessonPicture>;  // key: the lesson's id
  results::Background<Pictures> maker_;                   // last: its thread ends first
};

}  // namespace normscope::workspace
