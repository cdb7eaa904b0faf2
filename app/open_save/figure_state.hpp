// SPDX-License-Identifier: MIT
// The text embedded in an exported figure, from which opening the figure restores its document.
#pragma once

#include <cstdint>
#include <string>

#include "app/document/document.hpp"
#include "core/base/error.hpp"

namespace normscope::open_save {

/// An input read from a file is embedded in the figure when its values take up to this many bytes;
/// a larger one is named by its path and the SHA-256 of its bytes.
inline constexpr std::int64_t kCarriedBytes = std::int64_t{64} << 10U;

/// The session of a document, with inputs from small files embedded as numbers.
/// errors  as document::sha256_of_file, for large files
base::Expected<std::string> figure_state(const document::Document& document);

}  // namespace normscope::open_save
