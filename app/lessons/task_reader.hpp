// SPDX-License-Identifier: MIT
// Reads the blocks of a step that ask something of the reader. All texts are one paragraph of
// Markdown, in which {mean[0]} names a number of the step (reference.hpp).
//
//   predict  ask = "..." and one of
//              number = "variance[0]" (or 2.5), within = 0.01
//              choices = [{ text = "...", why = "..." }, { text = "...", right = true }]: `why`
//                says, for each wrong one, the misconception behind it
//              cell = { row = 0, column = 3 }: the cell to select on the stage
//            reveal = "...": shown with the verdict
//            with = { variance = "biased" }: the answer is the number after these changes, which
//              are settings of a `normscope` block; so are the numbers in `why` and `reveal`
//            [practice]: the same idea with new numbers, on later days (practice.hpp)
//   act      do = "..." and changes = [...], all of which must hold, each one of
//              { value = "variance[0]", above = 1 }; also below, is (and within), changed = true
//              { option = "eps", is = 1e-3 }; also above, below
//              { selected = { row = 0, column = 3 } }; without a column any of the row
//              { focus = "variance" }: the step on the sheet
//   reported numbers = [{ what = "the first", number = "output[0, 0]", is = "0.2432" }, ...]: what
//              somebody reported, which the step must give to the digit; `with` as above
//   hint     text = "...": shown on request
#pragma once

#include <vector>

#include "app/lessons/lesson.hpp"
#include "app/lessons/step_numbers.hpp"
#include "core/base/error.hpp"

namespace normscope::lessons {

/// errors  Malformed: not TOML, a missing, unknown or wrong key; as StepNumbers and the Markdown.
///         Sentences begin with the file's line.
base::Expected<Prediction> read_prediction(const Block& block, StepNumbers& numbers);
base::Expected<Act> read_act(const Block& block, StepNumbers& numbers);
base::Expected<std::vector<Inline>> read_hint(const Block& block, StepNumbers& numbers);

/// The items of a list, one for each number, which are appended to `reported`, too.
/// errors  as read_prediction
base::Expected<std::vector<Block>> read_reported(const Block& block, StepNumbers& numbers,
                                                 std::vector<Reported>& reported);

}  // namespace normscope::lessons
