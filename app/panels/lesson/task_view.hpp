// SPDX-License-Identifier: MIT
// The tasks of a lesson's step: predictions with their verdict, acts with their state, exercises,
// hints.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/lessons/cells.hpp"
#include "app/lessons/progress.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Draws the tasks of a step in their order. Tasks of a kind are counted from 0 in their step.
/// map  lesson/predict/N; /field, /answer of a number or a cell; /choice/M; after the answer
///      /verdict, /why, /reveal, and /show where the answer is seen in another document
///      lesson/act/N, checked when it is done
///      lesson/exercise/N as draw_exercise
///      lesson/hint/N the link, /text
void draw_tasks(ui::Context& ui, workspace::Workspace& workspace, const lessons::Lesson& lesson,
                int step);

/// In points, from the top of a control to small words beside it.
inline constexpr float kBesideControl = 7;

/// A question as it is drawn.
struct AskedPrediction {
  const lessons::Prediction& prediction;
  std::string id;
  std::string& typed;                       // of a number, before the answer
  std::string_view kind{};                  // the words above it
  lessons::Confidence* sure = nullptr;      // null: it is not asked for
  std::optional<lessons::Answer> answer{};  // that was given
  bool on_stage = true;                     // its numbers lead to the stage
  bool scrolls = false;                     // the verdict comes into sight
};

/// Draws a question; its answer, in the frame in which it is given.
/// map  the parts of "lesson/predict/N"; /kind the words above it; /sure/N how sure the reader
///      is
std::optional<lessons::Answer> draw_prediction(ui::Context& ui, workspace::Workspace& workspace,
                                               const AskedPrediction& asked);

/// When a question is asked: in its step, or at the lesson's end because it was missed.
enum class Asked { kFirst, kAgain };

/// Draws a question and its answer under this id, with the parts of "lesson/predict/N". To be asked
/// again it must have a first answer.
void draw_question(ui::Context& ui, workspace::Workspace& workspace, const lessons::Lesson& lesson,
                   const lessons::BlockPlace& place, const std::string& id, Asked asked);

}  // namespace normscope::panels
