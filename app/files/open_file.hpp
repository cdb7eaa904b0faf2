// SPDX-License-Identifier: MIT
// What it means to open a file: which reader it goes to, and what then stands on the stage.
#pragma once

#include <filesystem>
#include <optional>

#include "app/document/document.hpp"
#include "app/lessons/lesson.hpp"
#include "core/base/error.hpp"

namespace normscope::files {

enum class FileKind { kSession, kLesson, kNumbers, kFigure };

struct Opened {
  FileKind kind = FileKind::kNumbers;
  document::Document document{};
  std::optional<lessons::Lesson> lesson{};         // of a .md file; the document is its first step
  std::optional<std::filesystem::path> session{};  // of a .json file: where saving goes
};

/// Opens a session (.json), a lesson (.md), an exported figure (.svg, .pdf, .png), or an array or a
/// table of numbers (any other name).
/// errors  as document::load_session, lessons::load_lesson, figures::read_state and
///         io::read_tensor; InvalidArgument: an array without elements, which nothing can be done
///         with
base::Expected<Opened> open_file(const std::filesystem::path& path);

}  // namespace normscope::files
