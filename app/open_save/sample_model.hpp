// SPDX-License-Identifier: MIT
// The sample model that is part of the program: a small transformer with its activations, made by
// assets/sample/small_transformer.py.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/error.hpp"

namespace normscope::open_save {

/// The bytes of the sample's .safetensors.
std::string_view sample_model();

/// The sample as a file in this folder, from which a document can read it: written unless it is
/// there with the same bytes. The folder is made where it is missing.
/// errors  Unwritable: the folder or the file cannot be written
base::Expected<std::filesystem::path> place_sample_model(const std::filesystem::path& folder);

}  // namespace normscope::open_save
