// SPDX-License-Identifier: MIT
// What a session needs besides its text: files that it names, and memory. Its text says little of
// that: a recipe or one number for all fills any shape.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "app/document/session/session.hpp"
#include "core/base/error.hpp"

namespace normscope::document {

/// The files that any part of it names, each once. Other faults are ignored here; the reader
/// reports them.
std::vector<File> files_named(const nlohmann::json& session);

/// Replaces the paths of files that were moved.
void move_files(nlohmann::json& session, const FilePlaces& places);

/// The numbers of all arrays of a session that are made here: those of files are not counted, which
/// have them already. 0 for a text that is no session.
std::uint64_t numbers_asked(const nlohmann::json& session);

/// Checks, before any is made, that this machine can hold them and what is computed of them.
/// errors  TooLarge
base::Expected<void> check_numbers(std::uint64_t count);

}  // namespace normscope::document
