// SPDX-License-Identifier: MIT
// What it means to open a file: which reader it goes to, and what then stands on the stage.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "app/document/document.hpp"
#include "app/document/session/files.hpp"
#include "app/lessons/lesson.hpp"
#include "app/notebook/ipynb/notebook_file.hpp"
#include "app/open_save/file_kind.hpp"
#include "core/base/error.hpp"

namespace normscope::open_save {

struct Opened {
  FileKind kind = FileKind::kNumbers;
  document::Document document{};
  std::optional<lessons::Lesson>
      lesson{};  // of a lesson or notebook; the document is its first step
  std::optional<std::filesystem::path> session{};  // of a session: where saving goes
};

/// The cells of a Jupyter notebook or of a script.
/// errors  as io::read_file, notebook::ipynb::read_notebook and read_script
base::Expected<notebook::ipynb::NotebookFile> read_cells(const std::filesystem::path& path,
                                                         FileKind kind);

/// Opens a session, a lesson, a notebook or script, an exported figure, or an array or a table of
/// numbers, as file_kind tells them.
/// What a session or a figure reads from files that have moved is read from `places`.
/// errors  as file_kind, io::read_file, document::from_session, lessons::load_lesson, figures::read_state and
///         io::read_tensor; InvalidArgument: an array without elements, which nothing can be done
///         with
base::Expected<Opened> open_file(const std::filesystem::path& path,
                                 const document::FilePlaces& places = {});

/// The files that a session or a figure was made from and that are not there; none for other kinds
/// of files, and for one that cannot be read.
std::vector<document::File> missing_files(const std::filesystem::path& path);

}  // namespace normscope::open_save
