// SPDX-License-Identifier: MIT
// The protocol between the app and the program that runs cells, normscope-kernel: all messages, as
// plain structs. They travel as frames (frames.hpp) over a stream socket that both were born with.
//
// The app asks, and the kernel answers in the order of the questions:
//   (the start)        Ready, or Refused: what lacks on this system
//   RunCell            Output, Picture and Asked as they come, then Finished
//   TypedLine          no answer: an Asked came, for which the cell waits
//   TakePicture        Taken: the app asks it at once where a Picture comes with pixels, for which
//                      the cell waits. As with numbers below, it carries a memory file.
//   DrawPicture        Picture, if the kernel has kept its figure, and Finished, as of a cell
//   ListVariables      Variables
//   DescribeRecords    RecordGraph: how a variable's array came about (record_graph.hpp); or
//                      Nothing: by no operation that is known
//   TakeArray          Taken, or Failed. The request carries a memory file of the size that
//   TakeRecords        Variables or RecordGraph gave; the kernel writes the numbers into it and
//                      seals it.
//   Interrupt          no answer: the cell ends with KeyboardInterrupt, or it was over already
// The kernel ends when the socket closes. To restart it is to end it and to start another.
//
// The kernel runs strangers' code, so the app believes nothing: every message is checked against
// the bounds below before anything is allocated for it, and one wrong message ends the kernel. What
// the records mean (a normalization, a softmax, another chain) is for the app alone to find.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/notebook/arrays/dtype.hpp"
#include "app/notebook/protocol/record_graph.hpp"
#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::notebook::protocol {

/// Most text that one cell prints, and of each other text of a cell (its value, its traceback):
/// beyond 8 MiB no person reads on.
inline constexpr std::size_t kMostOutputBytes = std::size_t{8} << 20;
/// Most bytes of a message: a text of the size above in which JSON writes each byte as six, and the
/// source of a cell likewise.
inline constexpr std::size_t kMostMessageBytes = std::size_t{64} << 20;
/// Most bytes of a name or another word.
inline constexpr std::size_t kMostNameBytes = 1000;
/// Most levels of lists and objects in a message; the deepest message, of records, has six.
inline constexpr int kMostLevels = 8;
/// Most variables that are listed: far more than anybody scrolls through.
inline constexpr std::size_t kMostVariables = 10'000;
/// Most bytes of the numbers that are taken at once: twice the largest array that the app puts onto
/// the stage, in double precision.
inline constexpr std::int64_t kMostTakenBytes = std::int64_t{1} << 28;
/// Most pixels of a picture's side: four times what a large screen has.
inline constexpr std::int64_t kMostPictureSide = 8192;
/// Most bytes of a picture, and of all pictures of a cell: some fifty that fill a screen.
inline constexpr std::int64_t kMostPictureBytes = std::int64_t{1} << 26;
inline constexpr std::int64_t kMostPicturesBytes = std::int64_t{1} << 29;
/// Most pictures of a cell.
inline constexpr std::size_t kMostPictures = 200;

enum class CellMode : std::uint8_t {
  kScript,    // a whole program: shows nothing but what it prints, and ends as Python ends
  kNotebook,  // also the value of its last expression, unless it is None or a semicolon follows
};
inline constexpr std::array<base::Name<CellMode>, 2> kCellModeNames{{
    {CellMode::kScript, "script"},
    {CellMode::kNotebook, "notebook"},
}};

enum class Stream : std::uint8_t { kOut, kError };
inline constexpr std::array<base::Name<Stream>, 2> kStreamNames{{
    {Stream::kOut, "stdout"},
    {Stream::kError, "stderr"},
}};

// --- From the app.

struct RunCell {
  int run = 0;         // the number of this run, from 1; records of arrays name it
  std::string source;  // UTF-8
  std::string file;    // the cell's name in tracebacks
  CellMode mode{};
  double picture_scale = 0;  // pixels of a picture for each of its own; 0: no pixels are wanted
  bool operator==(const RunCell&) const = default;
};
struct ListVariables {
  bool operator==(const ListVariables&) const = default;
};
struct DescribeRecords {
  std::string name;
  bool operator==(const DescribeRecords&) const = default;
};
struct TakeArray {
  std::string name;
  bool operator==(const TakeArray&) const = default;
};
/// The values of these records of the graph that was described last, as float32, one behind the
/// other.
struct TakeRecords {
  std::vector<int> records;
  bool operator==(const TakeRecords&) const = default;
};
/// The one that came last.
struct TakePicture {
  bool operator==(const TakePicture&) const = default;
};
/// The picture of this number again, on another scale: a run of its own.
struct DrawPicture {
  int run = 0;
  int number = 0;
  double scale = 0;  // as RunCell's picture_scale
  bool operator==(const DrawPicture&) const = default;
};
struct Interrupt {
  int run = 0;  // of this run only
  bool operator==(const Interrupt&) const = default;
};
/// What was typed, with its line break; a longer line may come in pieces.
struct TypedLine {
  int number = 0;                   // of the Asked
  std::optional<std::string> text;  // nothing: there is no more
  bool operator==(const TypedLine&) const = default;
};
using Request = std::variant<RunCell, ListVariables, DescribeRecords, TakeArray, TakeRecords,
                             TakePicture, DrawPicture, Interrupt, TypedLine>;

// --- From the kernel.

/// What keeps a kernel from the rest of the computer, as far as the system provides it.
struct Confinement {
  bool trusted = false;        // the person asked for none
  bool no_privileges = false;  // no capabilities, and no program can bring new ones
  int landlock = 0;            // the version of Landlock that guards files; 0: none
  bool system_calls = false;   // seccomp lets pass only those that are listed
  std::int64_t memory = 0;     // bytes of address space; 0: without a limit
  std::int64_t file_size = 0;
  std::int64_t open_files = 0;
  bool operator==(const Confinement&) const = default;
};

struct Ready {
  std::string python;  // "3.11.2"
  Confinement confinement;
  bool operator==(const Ready&) const = default;
};
struct Refused {
  std::string sentence;
  bool confinement = false;  // confinement is all that lacks: a person may let cells run without it
  bool operator==(const Refused&) const = default;
};

/// What a cell printed. Without text: all that it prints beyond the bound is dropped.
struct Output {
  Stream stream{};
  std::string text;
  bool operator==(const Output&) const = default;
};

/// A figure that a cell shows. Its pixels, where they are wanted, are rows from the top of red,
/// green, blue and opacity, a byte each.
struct Picture {
  std::string text;          // what a terminal shows of it: "<Figure size 640x480 with 1 Axes>"
  bool after_value = false;  // shown behind the cell's value
  std::int64_t width = 0;    // in pixels; 0: without pixels
  std::int64_t height = 0;
  int number = 0;    // by which it is asked for again
  double scale = 1;  // of these pixels for each of the figure's own
  bool operator==(const Picture&) const = default;
};

struct CellError {
  std::string type;       // "ValueError"
  std::string message;    // str() of it, with "Did you mean"
  std::string traceback;  // all that Python prints on standard error, with its line breaks
  int line = 0;           // of the cell, where it left the cell's own code; 0: unknown
  bool interrupted = false;
  bool exits = false;       // SystemExit: a script ends here; traceback is what it says at its end
  int exit_status = 1;      // then: what the program gives its caller
  bool lacks_file = false;  // of a file that was not there, or not to be read
  bool operator==(const CellError&) const = default;
};

struct Finished {
  std::optional<std::string> value;  // the last expression, as IPython shows it
  std::optional<std::string> plain;  // the same as repr() gives it, where that differs
  std::optional<CellError> error;
  std::string notes{};  // which lines were not run, a line for each
  bool operator==(const Finished&) const = default;
};

enum class VariableKind : std::uint8_t {
  kArray,    // a tensor, or a NumPy array
  kNumbers,  // a number, or nested lists of numbers as torch.tensor takes them
};
inline constexpr std::array<base::Name<VariableKind>, 2> kVariableKindNames{{
    {VariableKind::kArray, "array"},
    {VariableKind::kNumbers, "numbers"},
}};

struct Variable {
  std::string name;
  VariableKind kind{};
  std::string type;  // "float32"; of numbers "float", "int", "bool", "list", "tuple"
  tensor::Shape shape{};
  arrays::Dtype dtype{};    // of the numbers as they are taken
  std::uint64_t stamp = 0;  // another number whenever the array is another or has changed
  bool operator==(const Variable&) const = default;
};
struct Variables {
  std::vector<Variable> variables;  // in the order in which the cells made them
  bool operator==(const Variables&) const = default;
};

struct Nothing {
  bool operator==(const Nothing&) const = default;
};

/// The memory file holds the numbers and is sealed.
struct Taken {
  arrays::Dtype dtype{};
  std::int64_t elements = 0;
  bool operator==(const Taken&) const = default;
};
struct Failed {
  std::string sentence;
  bool operator==(const Failed&) const = default;
};
/// The cell reads its standard input, and waits for a line.
struct Asked {
  int number = 0;  // each has another
  bool operator==(const Asked&) const = default;
};
using Reply = std::variant<Ready, Refused, Output, Picture, Finished, Variables, RecordGraph,
                           Nothing, Taken, Failed, Asked>;

/// Bytes of a picture's pixels.
/// errors  TooLarge: a side or the whole is beyond the bounds
base::Expected<std::int64_t> picture_bytes(const Picture& picture);
/// Bytes of numbers of this type and shape.
/// errors  InvalidArgument: a negative size; TooLarge: more than kMostTakenBytes, or an overflow
base::Expected<std::int64_t> taken_bytes(arrays::Dtype dtype, const tensor::Shape& shape);

/// A message as JSON, one object whose member "message" names it. Text that is no UTF-8 has
/// replacement characters in it.
std::string to_json(const Request& request);
std::string to_json(const Reply& reply);

/// How much an answer may be, whatever it says.
struct AnswerBounds {
  std::size_t bytes = kMostMessageBytes;
  std::size_t values = std::size_t{1} << 20;  // of its JSON
};
/// Of the answers to a request: of few words where it asks for little.
AnswerBounds bounds_of(const Request& request);

/// A message read back.
/// errors  Malformed: no JSON, nested too deeply, of more values than the bounds say, no known
///         message, a member that is missing, of another type or outside of its bounds, records
///         that check() refuses
base::Expected<Request> request_from(std::string_view text);
base::Expected<Reply> reply_from(std::string_view text, const AnswerBounds& bounds = {});

}  // namespace normscope::notebook::protocol
