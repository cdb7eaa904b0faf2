// SPDX-License-Identifier: MIT
// Which arrays of an archive become the document's input, gamma and beta. What belongs together is
// told by names and shapes, as model files have them: ln_1.weight and ln_1.bias beside ln_1.input.
#pragma once

#include <span>
#include <string>

#include "core/io/archive.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::open_save {

/// Names of arrays of one archive; empty: none.
struct ArrayChoice {
  std::string input{};
  std::string gamma{};
  std::string beta{};
  bool operator==(const ArrayChoice&) const = default;
};

/// Whether an array can be the gamma or the beta of an input of this shape: it has trailing
/// dimensions of it.
bool can_scale(const io::ArrayEntry& entry, const tensor::Shape& input);

/// gamma and beta for an input: arrays named as those of a normalization whose shapes fit, of the
/// module whose name shares the most parts with the input's; empty where there are none.
ArrayChoice with_parameters(std::span<const io::ArrayEntry> entries, std::string input);

/// What is offered when an archive is opened: the first array whose name says that it is an input,
/// with its gamma and beta.
ArrayChoice first_choice(std::span<const io::ArrayEntry> entries);

}  // namespace normscope::open_save
