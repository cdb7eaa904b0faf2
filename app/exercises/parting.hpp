// SPDX-License-Identifier: MIT
// The step at which a learner's recorded chain parts from the solution's.
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/exercises/judge.hpp"

namespace normscope::exercises {

/// Where two chains part: the learner's first step whose numbers no step of the solution has, made
/// from steps that agree and leading to none that does; with it the solution's first named step
/// that the learner's chain has not. A step is the same within a ten-thousandth of its largest
/// number, whatever its dimensions of size 1; a sum that is the same but for the division by its
/// count agrees, too.
/// `output` names the last step of the solution where its line does not.
Parted parting_of(const std::vector<MadeStep>& yours, const std::vector<MadeStep>& right,
                  const std::string& output);

/// The same of lines whose operations nobody recorded: the line behind the last one that has the
/// numbers of a step of the solution. Without such a line the two may go other ways, and nothing is
/// said.
std::optional<Parted> parting_of_lines(const std::vector<MadeLine>& yours,
                                       const std::vector<MadeStep>& right,
                                       const std::string& output);

/// The same from the records of both functions with these inputs, or where the learner's has none,
/// as of NumPy's, from its lines; the values are those for `shown`, where the chains have the same
/// steps. Nothing where neither says it.
std::optional<Parted> find_parting(Caller& caller, const Inputs& inputs, const Inputs& shown,
                                   std::size_t output, const std::string& output_name,
                                   const std::stop_token& stop);

}  // namespace normscope::exercises
