// SPDX-License-Identifier: MIT
// Which arrays of an archive become the document's input, gamma and beta. What belongs together is
// told by names and shapes, as model files have them: ln_1.weight and ln_1.bias beside ln_1.input.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/document/document.hpp"
#include "app/document/edits.hpp"
#include "core/base/error.hpp"
#include "core/io/archive.hpp"
#include "core/io/tensor_file.hpp"

namespace normscope::open_save {

/// Names of arrays of one archive; empty: none.
struct ArrayChoice {
  std::string input{};
  std::string gamma{};
  std::string beta{};
  bool operator==(const ArrayChoice&) const = default;
};

/// The arrays of a file from which a person has to choose; none for a path that names its array,
/// for a file with one array that can be read, and for other kinds of files.
std::optional<std::vector<io::ArrayEntry>> arrays_to_choose(const std::filesystem::path& path);

/// Whether an array can be the gamma or the beta of an input of this shape: it has trailing
/// dimensions of it.
bool can_scale(const io::ArrayEntry& entry, const tensor::Shape& input);

/// gamma and beta for an input: arrays named as those of a normalization whose shapes fit, of the
/// module whose name shares the most parts with the input's; empty where there are none.
ArrayChoice with_parameters(std::span<const io::ArrayEntry> entries, std::string input);

/// What is offered when an archive is opened: the first array whose name says that it is an input,
/// with its gamma and beta.
ArrayChoice first_choice(std::span<const io::ArrayEntry> entries);

/// Reads a parameter from an archive.
/// errors  as io::read_tensor
base::Expected<document::Parameter> read_parameter(const std::filesystem::path& file,
                                                   const std::string& array);

/// The document with the chosen gamma and beta, as an edit.
/// errors  as read_parameter and document::take_parameters
document::MaybeEdit take_arrays(const document::Document& document,
                                const std::filesystem::path& file, const ArrayChoice& choice);

}  // namespace normscope::open_save
