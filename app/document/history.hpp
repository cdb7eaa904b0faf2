// SPDX-License-Identifier: MIT
// The versions of a document, and the way back and forth between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <unordered_map>

#include "app/document/edits.hpp"

namespace normscope::document {

/// Edits of one gesture (a drag, a run of the slider) become one entry; kNoGesture never joins.
using Gesture = std::uint64_t;
inline constexpr Gesture kNoGesture = 0;

class History {
 public:
  /// Most bytes that all versions may hold together, the saved one included and each shared piece
  /// counted once: 1 GiB, a quarter of the memory of a small laptop. Above it the oldest versions
  /// are forgotten; the current one never is.
  static constexpr std::size_t kByteCap = std::size_t{1} << 30;

  explicit History(Document document, std::size_t byte_cap = kByteCap);

  const Document& document() const { return entries_[position_].document; }
  /// Grows by one with every change of the document, undo, redo and reset included; looking is
  /// none.
  std::uint64_t revision() const { return revision_; }

  /// Takes an edit; what had been undone is forgotten. An edit that changes nothing is no entry,
  /// nor is a gesture that ends where it began.
  void apply(Edit edit, Gesture gesture = kNoGesture);

  /// Changes what is looked at (selection, view, lesson position), which is no entry of its own.
  /// Digits and figure change in all versions, so that undo does not turn them back; the rest
  /// belongs to the current version, so that undo returns to where the change was made.
  void look(const std::function<void(Document&)>& change);

  /// The words of what would be undone and redone; empty when there is nothing.
  std::string undo_words() const;
  std::string redo_words() const;
  bool undo();
  bool redo();

  /// Starts anew with another document (a file was opened).
  void reset(Document document);

  /// Whether the document differs from the one that the constructor, reset() or mark_saved() saw
  /// last, apart from what is looked at.
  bool changed_since_saved() const;
  void mark_saved();

  /// What all versions hold together, in bytes.
  std::size_t bytes() const { return bytes_; }

 private:
  struct Entry {
    Document document;
    std::string words;  // of the edit that led here
    Gesture gesture = kNoGesture;
  };
  // A piece of memory and how many versions hold it.
  struct Piece {
    std::size_t bytes = 0;
    std::size_t holders = 0;
  };
  void hold(const Document& document);
  void release(const Document& document);
  void drop_from(std::size_t position);
  void forget_oldest();

  std::deque<Entry> entries_;
  std::size_t position_ = 0;
  std::uint64_t revision_ = 0;
  std::size_t byte_cap_;
  Document saved_;
  std::unordered_map<const void*, Piece> pieces_;
  std::size_t bytes_ = 0;
};

}  // namespace normscope::document
