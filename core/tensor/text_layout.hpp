// SPDX-License-Identifier: MIT
// The layout of a print: the shown elements, brackets, line breaks, blank lines between blocks, and
// the suffixes after the elements. Depends only on the width of the elements, so that every element
// type uses it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/tensor/print_options.hpp"

namespace normscope::tensor {

class TextLayout {
 public:
  /// The layout for `shape`, which must outlive this object; the options must be within their
  /// bounds.
  TextLayout(std::span<const std::int64_t> shape, const PrintOptions& options);

  /// Calls visit(first, last) for each run of row-major positions that is shown, in order.
  void for_each_shown(
      const std::function<void(std::int64_t first, std::int64_t last)>& visit) const;

  /// Appends all shown elements to `out`, whose last line holds `indent` characters.
  /// append(position, out) writes an element in `width` characters.
  using Append = std::function<void(std::int64_t position, std::string& out)>;
  void append_block(std::int64_t indent, std::int64_t width, const Append& append,
                    std::string& out) const;

 private:
  bool is_cut(std::int64_t size) const;
  void visit_dimension(std::size_t dim, std::int64_t first,
                       const std::function<void(std::int64_t, std::int64_t)>& visit) const;
  void append_dimension(std::size_t dim, std::int64_t first, std::int64_t indent,
                        std::int64_t width, const Append& append, std::string& out) const;
  void append_row(std::int64_t first, std::int64_t indent, std::int64_t width, const Append& append,
                  std::string& out) const;

  std::span<const std::int64_t> shape_;
  PrintOptions options_;
  bool summarized_;
};

/// Appends ", suffix" to a print, or puts the suffix on a new, indented line when the last line
/// would exceed the line width. An empty suffix changes nothing.
class SuffixWriter {
 public:
  SuffixWriter(std::string& out, std::int64_t indent, const PrintOptions& options);
  void append(std::string_view suffix);

 private:
  std::string& out_;
  std::int64_t indent_;
  std::int64_t line_width_;
  std::int64_t last_line_;
};

}  // namespace normscope::tensor
