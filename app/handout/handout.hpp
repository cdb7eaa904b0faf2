// SPDX-License-Identifier: MIT
// A lesson as a PDF on A4, to be handed out in class. The same lesson always gives the same bytes.
#pragma once

#include <string>

#include "app/figures/layout/font_measure.hpp"
#include "app/lessons/lesson.hpp"
#include "core/base/error.hpp"

namespace normscope::handout {

/// The bytes of the file; with `answers` the right answers, the reasons of wrong ones, and what the
/// lesson says afterwards.
/// errors  as contents, figures::draw_pdf and finish_pdf
base::Expected<std::string> make_handout(const lessons::Lesson& lesson, bool answers,
                                         const figures::FontMeasure& fonts);

}  // namespace normscope::handout
