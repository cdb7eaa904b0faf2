// SPDX-License-Identifier: MIT
// Opening a file of any kind: chooses its reader, and creates the document that the window shows.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "app/document/document.hpp"
#include "app/document/edits.hpp"
#include "app/document/session/session.hpp"
#include "app/lessons/lesson.hpp"
#include "app/notebook/ipynb/notebook_file.hpp"
#include "app/open_save/array_choice.hpp"
#include "app/open_save/digest_list.hpp"
#include "app/open_save/kept_session.hpp"
#include "app/open_save/probe.hpp"
#include "app/open_save/session_files.hpp"
#include "core/base/error.hpp"
#include "core/io/read_watch.hpp"
#include "core/io/table.hpp"
#include "core/io/tensor_file.hpp"

namespace normscope::open_save {

struct Opened {
  FileKind kind = FileKind::kNumbers;
  document::Document document{};
  std::optional<lessons::Lesson>
      lesson{};  // of a lesson or notebook; the document is its first step
  std::optional<std::filesystem::path> session{};  // of a session: the path that saving writes to
  std::optional<KeptHeader> kept{};                // of a kept session: where it came from
  /// Of numbers of which float32 loses digits that matter: what becomes of one. The document then
  /// compares layer norm with the same in double precision.
  std::string lost{};
};

/// What a person has said about a file of numbers.
using Choice = std::variant<std::monostate, ArrayChoice, io::TableChoice>;

/// How a file is opened: at once; after a question, which of its arrays, how the table is read, or
/// whether an array may be unpacked that swells; or beside the window, with its progress shown,
/// where it may take longer than a frame: what is large, a pipe, a session that asks for many
/// numbers or names files, which are read to their end. A large archive is listed beside the window
/// first, which may then have to ask.
enum class Way { kAtOnce, kAskArrays, kAskTable, kAskSize, kBeside, kListBeside };

/// The array of numbers that was chosen, or the only one; null: none, or of a table.
const io::ArrayEntry* chosen_array(const Probe& probe, const Choice& choice);

/// Decides what happens to a file.
/// errors  a file that is refused: as parse_session and, of a large one, io::find_array
base::Expected<Way> way_to_open(Probe& probe, const Choice& choice);

/// The cells of a Jupyter notebook, or of a script.
/// errors  as text_of, notebook::ipynb::read_notebook and read_script
base::Expected<notebook::ipynb::NotebookFile> read_cells(Probe& probe,
                                                         const std::stop_token& stop = {});

/// Opens a session, kept or saved, a lesson, a notebook or script, an exported figure, or numbers
/// as they were chosen: of an archive the input with its gamma and beta, a table as it was
/// described. `places` has the new paths of moved files that a session or a figure reads; `watch`
/// sees the reading of an array.
/// errors  as parse_session, document::from_session, lessons::read_lesson, read_cells, io::find_array
///         and io::read_tensor; InvalidArgument: an array without elements, which nothing can be
///         done with, a session that names a file outside its folder
base::Expected<Opened> open(Probe& probe, const Choice& choice = {},
                            const document::FilePlaces& places = {},
                            const io::ReadWatch& watch = {});

/// A file that is to be opened, with what was answered about it and found out so far.
struct OpenFile {
  std::filesystem::path path{};
  document::FilePlaces places{};   // of moved files that this file reads
  std::size_t left_out = 0;        // number of further dropped files, which are not opened
  bool restores = false;           // a kept session of this computer
  Choice choice{};                 // of a file of numbers
  std::shared_ptr<Probe> probe{};  // what the file is
  std::shared_ptr<Opened> read{};  // what was read of it
};

/// Finds out what a file is, unless that was done, and reads it where that takes no longer than a
/// frame. `agreed` are the files that a session may name.
/// errors  as probe, way_to_open and open
base::Expected<Way> begin(OpenFile& file, std::shared_ptr<const DigestList> agreed);

/// Opens a file however long it takes.
/// errors  as probe and open
base::Expected<Opened> open_file(const std::filesystem::path& path, const Choice& choice = {});

/// Where numbers that were read come from: their file, or typed where it cannot be read again, as a
/// pipe or the standard input, so that a session holds the numbers themselves.
document::Origin origin_of(const io::ArrayPlace& place);

/// The document with the chosen gamma and beta of an archive, as an edit.
/// errors  as io::read_array and document::take_parameters
document::MaybeEdit take_arrays(const document::Document& document, const Probe& probe,
                                const ArrayChoice& choice);

/// The document with a parameter of its operation, or with an upstream gradient, from a file, as an
/// edit.
/// errors  as io::read_tensor, document::set_parameter and document::take_upstream
document::MaybeEdit fill_parameter(const document::Document& document, document::Target target,
                                   const io::ArrayPlace& place);

/// What opening a file gave, and, where it failed, which of the files that it names are not to be
/// read unasked, or are missing.
struct Attempt {
  base::Expected<Opened> opened{};
  std::vector<OutsideFile> outside{};  // that a session names, to be asked about
  std::vector<document::File> missing{};
  bool listed = false;  // nothing was opened: the arrays of a large archive are known now
};

/// Opens a file as open(), and a pipe that was left alone; for a background thread.
/// errors  as probe and open; TooLarge: there is not enough memory
Attempt try_to_open(Probe& probe, const Choice& choice = {},
                    const document::FilePlaces& places = {}, const io::ReadWatch& watch = {});

}  // namespace normscope::open_save
