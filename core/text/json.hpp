// SPDX-License-Identifier: MIT
// Reads a stranger's JSON: what it may hold is counted while it is read, so that a text which holds
// more costs what was read of it and nothing else. Values are copied, written and freed by
// recursion, so depth is bounded as well.
#pragma once

#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace normscope::text {

/// What a text may hold.
struct JsonBounds {
  /// Levels of lists and objects: the files of this program have ten, notebooks with widgets some
  /// twenty.
  int levels = 64;
  /// Lists and objects together, each of some hundred bytes of memory.
  std::size_t containers = std::size_t{1} << 20;
  /// All values together, each of sixteen bytes and more.
  std::size_t values = std::size_t{1} << 24;
  /// Bytes of a text or a key.
  std::size_t text = std::numeric_limits<std::size_t>::max();
  std::stop_token stop{};   // ends the reading
  bool unique_keys = true;  // else the last of two equal keys counts
};

/// What is said of a text that holds more than its bounds, with the bound as {most}: "its values
/// are more than {most}".
struct JsonSentences {
  std::string_view levels;
  std::string_view containers;
  std::string_view values;
  std::string_view text;
};

/// Why a text is not read.
struct JsonFault {
  enum class Kind {
    kSyntax,      // no JSON from `byte` on
    kEnds,        // the text ends before its JSON does
    kRange,       // a number is beyond double precision
    kTwice,       // `key` stands twice in one object
    kLevels,      // lists and objects nest too deep
    kContainers,  // there are too many of them
    kValues,      // there are too many values
    kText,        // a text is too long
    kStopped,     // it was to stop
  };
  Kind kind = Kind::kSyntax;
  std::size_t byte = 0;  // counted from 0, of kSyntax and kEnds
  std::string key{};     // of kTwice

  /// Whether the text holds more than the bounds say, and the sentence that says so.
  bool beyond_bounds() const { return kind >= Kind::kLevels && kind <= Kind::kText; }
  std::string sentence(const JsonBounds& bounds, const JsonSentences& sentences) const;
};

/// Reads a text that is one JSON value.
/// math    one pass; the work grows with the text alone
/// errors  as JsonFault
tl::expected<nlohmann::json, JsonFault> read_json(std::string_view text,
                                                  const JsonBounds& bounds = {});

}  // namespace normscope::text
