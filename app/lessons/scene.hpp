// SPDX-License-Identifier: MIT
// The `normscope` block of a step, which sets the stage. All keys are optional except the first
// step's input:
//
//   input    = { name = "x", values = [[1, 2], [3, 4]] }, or values = "tensor([[1., 2.]])", or
//              { distribution = "rand", shape = [2, 5], seed = 123, position = 0 }; uniform and
//              integers also have low and high, normal has mean and deviation
//   set      = [{ row = 0, column = 3, value = 5 }]: changes of single numbers of the input
//   layers   = [{ linear = 6, seed = 123, position = 10 }, "relu"]
//   operation = "layer-norm", any other of the command line, "softmax" or "log-softmax"; naming it
//              starts from PyTorch's options, without gamma and beta
//   its options by their names on the command line; a switch is true or false, sizes are a list
//   of a normalization, too: preset (V1 to V10), gamma, beta (a list of values, or true or false)
//   compare  = a preset ("V6"), another operation ("softmax") with PyTorch's options, a calculation
//              of the same operation ("torch", "cpu", "gpu", "reference"); a table of an
//              operation's keys; { name = "theirs", values = [[...]] }; false ends the comparison
//   select   = { row = 1, column = 4 }, counted from 0 as the window does
//   figure   = a figure's name: "distribution", "profile", ... Its room is open in steps that name
//              one
//   digits   = "4", "6", "9", "torch" or "bits"; layout = "sheet", "all-steps" or "variants"
//   focus    = a step of the operation ("variance"), "linear" or "relu": the card to bring into
//              view
//   reveal   = the last card that the stage shows, until the reader asks for all, or answers a
//              question whose answer is on a later card
//   controls = ["gamma", ...]: options that the inspector shows, by their keys here, beside those
//              that the step, its acts or its questions change; also "device"
//
// Settings that a block does not name keep the value of the step before, except focus, reveal,
// controls and whether there is a figure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/document/document.hpp"
#include "app/lessons/controls.hpp"
#include "app/lessons/toml_table.hpp"
#include "core/base/error.hpp"

namespace normscope::lessons {

/// The most numbers of a lesson's input and of a layer's weights: as many as a trace keeps whole.
inline constexpr std::int64_t kMaxLessonElements = std::int64_t{1} << 20;

/// The last position in a random stream that a lesson may start from, so that skipping stays fast.
inline constexpr std::int64_t kMaxLessonPosition = std::int64_t{1} << 24;

/// What a block sets.
struct Scene {
  document::Document document{};
  std::string reveals{};     // the last card that is shown; empty: all are
  bool sets_digits = false;  // the block names them
  bool sets_layout = false;
  bool has_figure = false;  // it names one
  Controls controls{};      // that it names
};

/// Reads a block as changes of the document `before`; nullopt for the first block.
/// errors  Malformed: not TOML, an unknown key, a wrong type or value, no input at first; as the
///         generator and the plans. Sentences begin with the file's line.
base::Expected<Scene> read_scene(std::string_view toml, int first_line,
                                 const std::optional<document::Document>& before);

/// Reads the settings of the document, without those of the view, from a table in another block.
/// errors  as read_scene; also kept in `faults`
base::Expected<document::Document> read_changes(const toml::table& table, TomlFaults& faults,
                                                const document::Document& before);

}  // namespace normscope::lessons
