// SPDX-License-Identifier: MIT
// Checks of a lesson that was read without a fault: what reading alone cannot find. A lesson with
// findings does not ship.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "app/notebook/check/check.hpp"
#include "app/results/evaluation.hpp"
#include "core/compute/backend.hpp"

namespace normscope::lessons {

/// What is wrong with an exercise: exercises::check_problem; empty: nothing.
using CheckExercise = std::function<std::string(const exercises::Problem& problem)>;

struct Finding {
  int line = 0;  // in the file
  std::string sentence;
};

/// What is wrong with a lesson: a step whose document gives no result on a device, or one that is
/// further from the reference than the device's bound, a decimal number typed in prose instead of
/// named, a reported number that does not come out, an act that is done before the reader does
/// anything, an answer that is no number, a practice
/// rule that fails on one of twelve seeds, an exercise whose solution is not right, and cells that
/// do not print their output blocks byte for byte. In the order of the steps, cells last.
/// `backends` are the devices, the processor's among them; a gpu that is not there is passed over.
/// `new_session` runs the cells, `check_exercise` judges; empty: they are passed over.
/// numeric the reference within half an ULP of max(1, |r|), others as error_bound
std::vector<Finding> check_lesson(const Lesson& lesson, const compute::Backends& backends,
                                  const notebook::check::NewSession& new_session,
                                  const CheckExercise& check_exercise = {});

/// The largest error of a device's result that is no fault.
/// shape   of an evaluation without failure
/// units   ULPs of max(1, |r|)
/// numeric twice the error of PyTorch's float32 steps, plus 2; for the one-pass variance and the
///         naive softmax also that of their float32 sums in another order, as far as the one pass
///         magnifies it; infinite where PyTorch's own overflow
double error_bound(const document::Document& document, const results::Evaluation& evaluation);

}  // namespace normscope::lessons
