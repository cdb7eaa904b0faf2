// SPDX-License-Identifier: MIT
// How many numbers a session asks for. Its text says little of that: a recipe or one number for all
// fills any shape.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "core/base/error.hpp"

namespace normscope::document {

/// The numbers of all arrays of a session that are made here: those of files are not counted, which
/// have them already. 0 for a text that is no session.
std::uint64_t numbers_asked(const nlohmann::json& session);
std::uint64_t numbers_asked_in(std::string_view text);

/// Checks, before any is made, that this machine can hold them and what is computed of them.
/// errors  TooLarge
base::Expected<void> check_numbers_asked(const nlohmann::json& session);

}  // namespace normscope::document
