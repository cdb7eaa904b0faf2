// SPDX-License-Identifier: MIT
// A notebook or a script as plain data: cells in order, with what the file says they once gave.
// Reading it runs nothing; whether a cell is Python is found out when it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"

namespace normscope::notebook::ipynb {

/// Largest file that is read: notebooks hold their pictures as text and reach tens of megabytes,
/// and a file beyond this is no lecture.
inline constexpr std::size_t kMostBytes = std::size_t{256} << 20;

/// Most cells of a notebook: far more than anybody scrolls through.
inline constexpr std::size_t kMostCells = 100'000;

enum class CellKind : std::uint8_t { kCode, kMarkdown, kRaw };

enum class OutputKind : std::uint8_t {
  kStream,   // what was printed
  kResult,   // the value of the last expression
  kDisplay,  // what the code displayed otherwise: pictures, tables
  kError,    // the exception that ended the cell
};

/// What the file says a cell gave when it last ran.
struct StoredOutput {
  OutputKind kind{};
  std::string text;         // as plain text: what was printed, the value; of an error "name: value"
  std::string stream;       // of kStream: "stdout" or "stderr"
  bool has_text = true;     // false: only forms that are no plain text, such as a picture
  bool only_text = true;    // false: there are other forms, too
  std::string error_name;   // of kError: "ValueError"
  std::string error_value;  // of kError: the message
  std::vector<std::string> traceback;  // of kError: with the terminal's colours, as stored

  bool operator==(const StoredOutput&) const = default;
};

struct NotebookCell {
  CellKind kind{};
  std::string source;                           // UTF-8; line ends as in the file
  std::optional<std::int64_t> execution_count;  // the number in In [5]; none: not run
  std::vector<StoredOutput> outputs;

  bool operator==(const NotebookCell&) const = default;
};

/// What kind of file it was decides what a cell shows: of a notebook also its last expression.
/// In a lesson a cell without outputs is one of which nothing is said.
enum class FileKind : std::uint8_t { kScript, kNotebook, kLesson };

struct NotebookFile {
  FileKind kind{};
  std::vector<NotebookCell> cells;

  bool operator==(const NotebookFile&) const = default;
};

/// A Python script is one code cell.
/// errors  Malformed: the bytes are not of the encoding that the script declares (UTF-8 where it
///         declares none), or hold a null byte; Unsupported: another encoding than UTF-8, ASCII and
///         Latin-1; TooLarge: more than kMostBytes
/// source  PEP 263, PEP 3120
base::Expected<NotebookFile> read_script(std::string_view bytes);

/// A Jupyter notebook.
/// errors  Malformed: no JSON, or not what nbformat 4 says; Unsupported: another version of the
///         format, another language than Python; TooLarge: more than kMostBytes or kMostCells
/// source  Jupyter's nbformat 4 (its JSON schema)
base::Expected<NotebookFile> read_notebook(std::string_view bytes,
                                           const std::stop_token& stop = {});

/// A file, by the end of its name: `.ipynb` is a notebook, everything else a script.
/// errors  as above; NotFound, Unreadable: as io::read_file
base::Expected<NotebookFile> read_notebook_file(const std::filesystem::path& path);

}  // namespace normscope::notebook::ipynb
