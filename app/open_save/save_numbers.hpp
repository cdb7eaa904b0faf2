// SPDX-License-Identifier: MIT
// Saving the numbers of a step, from the input to the output, or of all steps at once.
#pragma once

#include <cstddef>
#include <filesystem>

#include "app/results/evaluation.hpp"
#include "core/base/error.hpp"

namespace normscope::open_save {

/// All numbers of the step of a card, as the stage shows them.
/// shape   card: a position in the evaluation's cards
/// errors  TooLarge: more than the machine's memory
base::Expected<trace::TensorRef> numbers_of(const results::Evaluation& evaluation,
                                            std::size_t card);

/// Saves the step of a card, in the format of the path's extension. In a table the leading
/// dimensions are rows.
/// errors  as numbers_of and io::write_tensor
base::Expected<void> save_step(const std::filesystem::path& path,
                               const results::Evaluation& evaluation, std::size_t card);

/// Saves all steps as one .safetensors, each under the id of its card.
/// errors  as numbers_of and io::write_archive
base::Expected<void> save_steps(const std::filesystem::path& path,
                                const results::Evaluation& evaluation);

}  // namespace normscope::open_save
