// SPDX-License-Identifier: MIT
// The versions of a document: undo and redo.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <unordered_map>

#include "app/document/edits.hpp"

namespace normscope::document {

/// Edits of one gesture (a drag, a slider move) become one entry; edits with kNoGesture never join.
using Gesture = std::uint64_t;
inline constexpr Gesture kNoGesture = 0;

class History {
 public:
  /// The most bytes of all versions together, including the saved one, with shared memory counted
  /// once: 1 GiB, a quarter of the memory of a small laptop. Above it the oldest versions are
  /// dropped, but never the current one.
  static constexpr std::size_t kByteCap = std::size_t{1} << 30;

  explicit History(Document document, std::size_t byte_cap = kByteCap);

  const Document& document() const { return entries_[position_].document; }
  /// Grows by one with every change of the document, including undo, redo and reset; view changes
  /// do not count.
  std::uint64_t revision() const { return revision_; }

  /// Applies an edit and drops all undone versions. An edit that changes nothing adds no entry, nor
  /// does a gesture that ends where it began.
  void apply(Edit edit, Gesture gesture = kNoGesture);

  /// Replaces the current version without an entry: what follows from the last edit by itself, such
  /// as a cell that shows what it wrote. It is no work of a person.
  void amend(Document after);

  /// The gesture of the last edit; kNoGesture for an edit without one.
  Gesture last_gesture() const { return entries_[position_].gesture; }

  /// Whether the last change, undo and redo included, was an edit of the person's own and not a
  /// lesson's step.
  bool own_change() const { return own_change_; }

  /// Changes the selection, the view or the lesson position without adding an entry. Digits,
  /// layout, figure and the choices about it change in all versions, the step on the sheet in all
  /// versions at the same step of a lesson, so that undo does not revert them; the rest belongs to
  /// the current version, so that undo returns to the place of the change.
  void change_view(const std::function<void(Document&)>& change);

  /// The descriptions of the edits that undo and redo would apply to; empty when there are none.
  std::string undo_description() const;
  std::string redo_description() const;
  bool undo();
  bool redo();

  /// Replaces the whole history by another document (a file was opened).
  void reset(Document document);

  /// Whether the document holds work that is in no file. The document then differs, in more than
  /// selection, view and lesson position, from the saved one (set by the constructor, reset() and
  /// mark_saved()) and from the one that a lesson set last.
  bool changed_since_saved() const;
  void mark_saved();
  /// The document is in no file, also where it is equal to the saved one: the file is gone, or the
  /// document was restored after a crash. Ends with reset() and mark_saved().
  void mark_unsaved() { in_no_file_ = true; }
  /// The number of the person's own edits that undo would go back over.
  std::size_t own_edits() const;

  /// The memory of all versions together, in bytes.
  std::size_t bytes() const { return bytes_; }

 private:
  struct Entry {
    Document document;
    std::string description;  // the description of the edit that led to this version
    Gesture gesture = kNoGesture;
    bool from_lesson = false;  // Edit::from_lesson of that edit
  };
  // A piece of memory and the number of versions that share it.
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
  bool own_change_ = false;
  std::size_t byte_cap_;
  Document saved_;
  bool in_no_file_ = false;
  std::unordered_map<const void*, Piece> pieces_;
  std::size_t bytes_ = 0;
};

}  // namespace normscope::document
