// SPDX-License-Identifier: MIT
// A lesson as one page of HTML that needs no server and loads nothing: for a phone, a screen
// reader, a classroom without the program.
#pragma once

#include <string>

#include "app/figures/layout/font_measure.hpp"
#include "app/lessons/lesson.hpp"
#include "core/base/error.hpp"

namespace normscope::handout {

/// The bytes of the file; with `answers` they are open. The same lesson always gives the same
/// bytes.
/// errors  TooLarge: the memory that a step would need; as html_figure
base::Expected<std::string> make_page(const lessons::Lesson& lesson, bool answers,
                                      const figures::FontMeasure& fonts);

}  // namespace normscope::handout
