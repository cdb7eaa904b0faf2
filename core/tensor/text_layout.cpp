// SPDX-License-Identifier: MIT
#include "core/tensor/text_layout.hpp"

#include <algorithm>

#include "core/tensor/shape.hpp"

namespace normscope::tensor {
namespace {

void append_blanks(std::int64_t count, std::string& out) {
  out.append(static_cast<std::size_t>(count), ' ');
}

}  // namespace

TextLayout::TextLayout(std::span<const std::int64_t> shape, const PrintOptions& options)
    : shape_(shape), options_(options), summarized_(product(shape) > options.threshold) {}

bool TextLayout::is_cut(std::int64_t size) const {
  return summarized_ && size > 2 * options_.edge_items;
}

void TextLayout::for_each_shown(
    const std::function<void(std::int64_t, std::int64_t)>& visit) const {
  if (shape_.empty()) {
    visit(0, 1);
  } else if (!summarized_) {
    visit(0, product(shape_));
  } else {
    visit_dimension(0, 0, visit);
  }
}

void TextLayout::visit_dimension(
    std::size_t dim, std::int64_t first,
    const std::function<void(std::int64_t, std::int64_t)>& visit) const {
  const std::int64_t size = shape_[dim];
  const std::int64_t edge = options_.edge_items;
  const bool row = dim + 1 == shape_.size();
  if (row && !is_cut(size)) return visit(first, first + size);
  if (row) {
    visit(first, first + edge);
    visit(first + size - edge, first + size);
    return;
  }
  const std::int64_t stride = product(shape_.subspan(dim + 1));
  for (std::int64_t i = 0; i < size; ++i) {
    if (i == edge && is_cut(size)) i = size - edge;
    visit_dimension(dim + 1, first + i * stride, visit);
  }
}

void TextLayout::append_block(std::int64_t indent, std::int64_t width, const Append& append,
                              std::string& out) const {
  if (shape_.empty()) return append(0, out);
  append_dimension(0, 0, indent, width, append, out);
}

void TextLayout::append_dimension(std::size_t dim, std::int64_t first, std::int64_t indent,
                                  std::int64_t width, const Append& append,
                                  std::string& out) const {
  const std::size_t rank = shape_.size() - dim;
  if (rank == 1) return append_row(first, indent, width, append, out);
  const std::int64_t size = shape_[dim];
  const std::int64_t stride = product(shape_.subspan(dim + 1));
  // A row follows on the next line, a matrix after a blank line, a block of rank n after n - 1
  // blank lines.
  const auto separate = [&] {
    out += ',';
    out.append(rank - 1, '\n');
    append_blanks(indent + 1, out);
  };
  out += '[';
  for (std::int64_t i = 0; i < size; ++i) {
    if (i > 0) separate();
    if (i == options_.edge_items && is_cut(size)) {
      out += "...";
      separate();
      i = size - options_.edge_items;
    }
    append_dimension(dim + 1, first + i * stride, indent + 1, width, append, out);
  }
  out += ']';
}

void TextLayout::append_row(std::int64_t first, std::int64_t indent, std::int64_t width,
                            const Append& append, std::string& out) const {
  const std::int64_t size = shape_.back();
  // torch counts a comma and a blank after each element, also after the last one of a line.
  const std::int64_t per_line =
      std::max<std::int64_t>(1, (options_.line_width - indent) / (width + 2));
  std::int64_t written = 0;
  const auto separate = [&] {
    if (written > 0 && written % per_line == 0) {
      out += ",\n";
      append_blanks(indent + 1, out);
    } else if (written > 0) {
      out += ", ";
    }
    ++written;
  };
  out += '[';
  for (std::int64_t i = 0; i < size; ++i) {
    if (i == options_.edge_items && is_cut(size)) {
      separate();
      out += " ...";
      i = size - options_.edge_items;
    }
    separate();
    append(first + i, out);
  }
  out += ']';
}

SuffixWriter::SuffixWriter(std::string& out, std::int64_t indent, const PrintOptions& options)
    : out_(out), indent_(indent), line_width_(options.line_width) {
  // torch counts two characters more than the last line has, so a suffix goes to a new line that
  // much earlier.
  const auto newline = out.rfind('\n');
  const auto extra = newline == std::string::npos ? out.size() + 2 : out.size() - newline + 1;
  last_line_ = static_cast<std::int64_t>(extra);
}

void SuffixWriter::append(std::string_view suffix) {
  if (suffix.empty()) return;
  const auto length = static_cast<std::int64_t>(suffix.size());
  if (last_line_ + length + 2 > line_width_) {
    out_ += ",\n";
    append_blanks(indent_, out_);
    last_line_ = indent_ + length;
  } else {
    out_ += ", ";
    last_line_ += length + 2;
  }
  out_ += suffix;
}

}  // namespace normscope::tensor
