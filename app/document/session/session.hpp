// SPDX-License-Identifier: MIT
// A document as JSON text, and back. Reading is strict: an unknown key, a wrong type or a version
// that this program does not know is an error that names the place.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/document/document.hpp"

namespace normscope::document {

/// The version this program writes; it reads this one and all before it.
inline constexpr int kSessionVersion = 1;

/// Inputs that came from a recipe are written as that recipe and the numbers that were changed.
std::string to_session(const Document& document);

/// errors  Malformed: not JSON, or not a session: the sentence names the place ("inputs[0].shape");
///         Unsupported: a newer version; as make_values for its recipes
base::Expected<Document> from_session(std::string_view text);

/// errors  as io::read_file and from_session
base::Expected<Document> load_session(const std::filesystem::path& path);
/// errors  as io::write_file
base::Expected<void> save_session(const std::filesystem::path& path, const Document& document);

}  // namespace normscope::document
