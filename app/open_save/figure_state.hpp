// SPDX-License-Identifier: MIT
// The text that an exported figure carries, so that opening it restores what it shows.
#pragma once

#include <cstdint>
#include <string>

#include "app/document/document.hpp"
#include "core/base/error.hpp"

namespace normscope::open_save {

/// Inputs of files up to this size travel with the figure; a larger one is named by its path and
/// the SHA-256 of its bytes.
inline constexpr std::int64_t kCarriedBytes = std::int64_t{64} << 10U;

/// The session of a document whose small files have become their numbers.
/// errors  as document::sha256_of_file, for large files
base::Expected<std::string> figure_state(const document::Document& document);

}  // namespace normscope::open_save
