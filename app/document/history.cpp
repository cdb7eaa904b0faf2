// SPDX-License-Identifier: MIT
#include "app/document/history.hpp"

#include <utility>

#include "app/document/parameters.hpp"

namespace normscope::document {
namespace {

// Visits each array of a document, including parameters and hand-written steps.
template <class Visit>
void for_each_array(const Document& document, const Visit& visit) {
  const auto visit_parameters = [&visit](const NormSettings& norm) {
    for (const ParameterRow& row : kParameterRows) visit((norm.*row.values).values);
  };
  for (const Input& input : document.inputs) {
    visit(input.values);
    const auto* variable = std::get_if<Variable>(&input.origin);
    if (variable == nullptr || !variable->hand_written) continue;
    visit_parameters(variable->hand_written->norm);
    for (const HandWrittenStep& step : variable->hand_written->steps) visit(step.values);
    for (const LeftGradient& left : variable->hand_written->gradients) visit(left.values);
  }
  visit_parameters(document.norm);
  visit(document.backward.upstream);
  if (!document.comparison) return;
  const auto& b = document.comparison->b;
  if (const auto* other = std::get_if<Operation>(&b)) visit_parameters(other->norm);
  if (const auto* given = std::get_if<GivenOutput>(&b)) visit(given->values);
}

// Whether two documents are equal apart from selection, view and lesson position.
bool same_work(const Document& a, const Document& b) {
  return a.inputs == b.inputs && a.input == b.input && a.layers == b.layers &&
         a.subject == b.subject && a.norm == b.norm && a.softmax == b.softmax &&
         a.relative == b.relative && a.comparison == b.comparison;
}

}  // namespace

History::History(Document document, std::size_t byte_cap) : byte_cap_(byte_cap), saved_(document) {
  hold(saved_);
  hold(document);
  entries_.push_back({std::move(document), {}});
}

void History::apply(Edit edit, Gesture gesture) {
  if (edit.after == document()) return;
  const bool joins = gesture != kNoGesture && position_ > 0 && position_ + 1 == entries_.size() &&
                     entries_[position_].gesture == gesture;
  ++revision_;
  own_change_ = !edit.from_lesson;
  hold(edit.after);
  if (joins) {
    const Document& start = entries_[position_ - 1].document;
    std::string description =
        edit.description_since ? edit.description_since(start) : std::move(edit.description);
    const bool back_at_start = same_work(edit.after, start);
    // The gesture's previous version is replaced; back at the start, the gesture's entry is dropped
    // as well.
    if (back_at_start) drop_from(position_--);
    release(document());
    Entry& entry = entries_[position_];
    entry.document = std::move(edit.after);
    if (!back_at_start) entry.description = std::move(description);
  } else {
    drop_from(position_ + 1);
    entries_.push_back(
        {std::move(edit.after), std::move(edit.description), gesture, edit.from_lesson});
    ++position_;
  }
  forget_oldest();
}

void History::amend(Document after) {
  const bool work = changed_since_saved();
  hold(after);
  release(document());
  entries_[position_].document = std::move(after);
  own_change_ = false;
  if (!work) entries_[position_].from_lesson = true;
  ++revision_;
  forget_oldest();
}

void History::change_view(const std::function<void(Document&)>& change) {
  Document& current = entries_[position_].document;
  const View before = current.view;
  change(current);
  const View after = current.view;
  for (Entry& entry : entries_) {
    if (after.digits != before.digits) entry.document.view.digits = after.digits;
    if (after.figure != before.figure) entry.document.view.figure = after.figure;
    if (after.figure_choice != before.figure_choice) {
      entry.document.view.figure_choice = after.figure_choice;
    }
    if (after.layout != before.layout) entry.document.view.layout = after.layout;
    // A lesson's step brings its own step of the operation.
    const bool same_place = entry.document.lesson == current.lesson;
    if (after.step != before.step && same_place) entry.document.view.step = after.step;
  }
}

std::string History::undo_description() const {
  return position_ > 0 ? entries_[position_].description : std::string{};
}

std::string History::redo_description() const {
  return position_ + 1 < entries_.size() ? entries_[position_ + 1].description : std::string{};
}

bool History::undo() {
  if (position_ == 0) return false;
  own_change_ = !entries_[position_--].from_lesson;
  ++revision_;
  return true;
}

bool History::redo() {
  if (position_ + 1 == entries_.size()) return false;
  own_change_ = !entries_[++position_].from_lesson;
  ++revision_;
  return true;
}

void History::reset(Document document) {
  drop_from(0);
  hold(document);
  entries_.push_back({std::move(document), {}});
  position_ = 0;
  own_change_ = false;
  ++revision_;
  mark_saved();
}

bool History::changed_since_saved() const {
  if (in_no_file_) return true;
  if (same_work(document(), saved_)) return false;
  for (std::size_t at = position_ + 1; at-- > 0;) {
    if (entries_[at].from_lesson) return !same_work(document(), entries_[at].document);
  }
  return true;
}

void History::mark_saved() {
  hold(document());
  release(saved_);
  saved_ = document();
  in_no_file_ = false;
}

std::size_t History::own_edits() const {
  std::size_t count = 0;
  for (std::size_t at = 1; at <= position_; ++at) count += entries_[at].from_lesson ? 0 : 1;
  return count;
}

void History::hold(const Document& document) {
  bytes_ += sizeof(Entry);
  for_each_array(document, [this](const Array& array) {
    array.visit_memory([this](const void* address, std::size_t bytes) {
      Piece& piece = pieces_[address];
      if (piece.holders++ == 0) {
        piece.bytes = bytes;
        bytes_ += bytes;
      }
    });
  });
}

void History::release(const Document& document) {
  bytes_ -= sizeof(Entry);
  for_each_array(document, [this](const Array& array) {
    array.visit_memory([this](const void* address, std::size_t /*bytes*/) {
      const auto piece = pieces_.find(address);
      if (--piece->second.holders == 0) {
        bytes_ -= piece->second.bytes;
        pieces_.erase(piece);
      }
    });
  });
}

void History::drop_from(std::size_t position) {
  while (entries_.size() > position) {
    release(entries_.back().document);
    entries_.pop_back();
  }
}

void History::forget_oldest() {
  while (bytes_ > byte_cap_ && position_ > 0) {
    release(entries_.front().document);
    entries_.pop_front();
    --position_;
  }
}

}  // namespace normscope::document
