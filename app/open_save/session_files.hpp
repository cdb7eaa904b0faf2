// SPDX-License-Identifier: MIT
// The files that a session or a figure names. Somebody else may have written it, so only what lies
// beside it is read without a question.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/document/session/session.hpp"
#include "app/open_save/probe.hpp"

namespace normscope::open_save {

/// A file in no folder of the session that names it.
struct OutsideFile {
  std::string named;           // as the session has it
  std::filesystem::path path;  // absolute
};

struct NamedFiles {
  document::FilePlaces places{};       // of those that may be read, where it is not what is named
  std::vector<OutsideFile> outside{};  // to be asked about
};

/// The files of a parsed session, but for those that the probe knows to be agreed to. A relative
/// path begins at the session's folder, or, where the session is no file, at the current one.
/// `said` has the places that a person has named.
NamedFiles named_files(const Probe& probe, const document::FilePlaces& said = {});

/// "It takes numbers from /data/x.npy, which is not in its folder"; with the names of three at
/// most.
std::string outside_words(const std::vector<OutsideFile>& files);

/// The files of a document.
std::vector<std::filesystem::path> files_of(const document::Document& document);

/// The list of files that sessions may name, in the state folder; none without a home folder.
std::optional<std::filesystem::path> agreed_path();

}  // namespace normscope::open_save
