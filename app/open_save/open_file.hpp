// SPDX-License-Identifier: MIT
// Opening a file of any kind: chooses its reader, and creates the document that the window shows.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/document/document.hpp"
#include "app/document/session/files.hpp"
#include "app/lessons/lesson.hpp"
#include "app/notebook/ipynb/notebook_file.hpp"
#include "app/open_save/array_choice.hpp"
#include "app/open_save/file_kind.hpp"
#include "app/open_save/kept_session.hpp"
#include "core/base/error.hpp"
#include "core/io/read_watch.hpp"
#include "core/io/tensor_file.hpp"

namespace normscope::open_save {

struct Opened {
  FileKind kind = FileKind::kNumbers;
  document::Document document{};
  std::optional<lessons::Lesson>
      lesson{};  // of a lesson or notebook; the document is its first step
  std::optional<std::filesystem::path> session{};  // of a session: the path that saving writes to
  std::optional<KeptHeader> kept{};                // of a kept session: where it came from
};

/// The cells of a Jupyter notebook or of a script.
/// errors  as io::read_file, notebook::ipynb::read_notebook and read_script
base::Expected<notebook::ipynb::NotebookFile> read_cells(const std::filesystem::path& path,
                                                         FileKind kind);

/// Opens a session, kept or saved, a lesson, a notebook or script, an exported figure, or an array
/// or a table of numbers, as recognized by file_kind; one of an archive as FILE:NAME. `places` has
/// the new paths of moved files that a session or a figure reads; `watch` sees the reading of an
/// array.
/// errors  as file_kind, io::read_file, document::from_session, lessons::load_lesson,
///         figures::read_state and io::read_tensor; InvalidArgument: an array without elements,
///         which nothing can be done with
base::Expected<Opened> open_file(const std::filesystem::path& path,
                                 const document::FilePlaces& places = {},
                                 const io::ReadWatch& watch = {});

/// Where numbers that were read come from: their file, or typed where it cannot be read again, as a
/// pipe or the standard input, so that a session holds the numbers themselves.
document::Origin origin_of(const io::ArrayPlace& place);

/// What a person has said about a file of numbers.
using Choice = std::variant<std::monostate, ArrayChoice, io::TableChoice>;

/// Opens the chosen array of an archive as the input, with gamma and beta where they are chosen; a
/// table as it was described; any other file as open_file.
/// errors  as open_file and take_arrays
base::Expected<Opened> open_chosen(const std::filesystem::path& path, const Choice& choice,
                                   const io::ReadWatch& watch = {});

/// The first bytes of a table that a person has to be asked about, cut after a line; none for other
/// files, and for a table that can be read in one way only.
std::optional<std::string> table_to_ask_about(const std::filesystem::path& path);

/// Whether a session or a figure names files, which are read with it, or asks for more numbers than
/// a frame has time to make. Not of a pipe, which can be read only once.
bool asks_for_much(const std::filesystem::path& path);

/// The files that a session or a figure reads and that do not exist or have changed; none for other
/// kinds of files, and for a file that cannot be read.
std::vector<document::File> missing_files(const std::filesystem::path& path,
                                          const document::FilePlaces& places = {});

/// What opening a file gave, and, where it failed, which of the files that it names are missing.
struct Attempt {
  base::Expected<Opened> opened;
  std::vector<document::File> missing{};
};

/// Opens a file as open_file, or as open_chosen where something was chosen; for a background
/// thread.
/// errors  as these; TooLarge: there is not enough memory
Attempt try_to_open(const std::filesystem::path& path, const document::FilePlaces& places = {},
                    const Choice& choice = {}, const io::ReadWatch& watch = {});

}  // namespace normscope::open_save
