// SPDX-License-Identifier: MIT
// The idea of a question with new numbers: a `practice` rule says how they are drawn and what is
// asked of them, and the operation computes the answer. The rule is the last table of a `predict`
// block:
//
//   [practice]
//   draw   = { columns = 5, low = 1, high = 9, step = 1, rows = [{}, ...] }: the input. Numbers are
//            multiples of `step` from `low` to `high` of them; each of `rows` is one of
//              {}: numbers that differ
//              { constant = true }: one number, repeated
//              { pattern = [-3, -1, 0, 1, 3], spread = 3 }: the pattern in another order, times a
//                whole number up to `spread`, plus a drawn number
//              { of = 0, times = 10, add = 100 }: what becomes of an earlier row
//            Without it the input is that of the step.
//   with   = { variance = "biased" }, or a list of such tables, one of which is drawn
//   ask    = "..." and one of
//              number = "mean[0]:1", within = 0.1
//              choices = [{ number = "variance[0]:1" }, ...]: each also with `with`, `text` and
//                `why`. The first is right, or by pick = "largest" or "smallest" the one whose
//                number is; no two are the same
//   reveal = "...": shown with the verdict
//
// Texts name numbers as everywhere, the drawn ones as {row 0}, and what `with` sets by its key, as
// {temperature}.
#pragma once

#include <cstdint>

#include "app/document/document.hpp"
#include "app/lessons/predict.hpp"
#include "core/base/error.hpp"

namespace normscope::lessons {

/// The question that a rule makes of this seed; the same seed gives the same question. It shows the
/// document with the drawn numbers.
/// errors  Malformed: the rule, as read_prediction; so is one that finds no numbers in 100 draws
///         whose choices differ
base::Expected<Prediction> draw_practice(const Practice& rule, const document::Document& step,
                                         std::uint64_t seed);

}  // namespace normscope::lessons
