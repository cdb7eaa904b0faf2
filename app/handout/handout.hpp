// SPDX-License-Identifier: MIT
// A lesson to be handed out: a PDF on A4, or a page of HTML for any screen.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "app/figures/layout/font_measure.hpp"
#include "app/lessons/lesson.hpp"
#include "core/base/error.hpp"
#include "core/base/names.hpp"

namespace normscope::handout {

enum class Format { kPdf, kHtml };
std::span<const base::Name<Format>> format_names();

/// The format that a file's name asks for by its end; nothing for another end.
std::optional<Format> format_of(const std::filesystem::path& name);

/// The bytes of the file; with `answers` the right answers, the reasons of wrong ones, and what the
/// lesson says afterwards. The same lesson always gives the same bytes.
/// errors  as contents, figures::draw_pdf and finish_pdf; as make_page
base::Expected<std::string> make_handout(const lessons::Lesson& lesson, Format format, bool answers,
                                         const figures::FontMeasure& fonts);

}  // namespace normscope::handout
