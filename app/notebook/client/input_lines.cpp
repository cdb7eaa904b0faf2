// SPDX-License-Identifier: MIT
#include "app/notebook/client/input_lines.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>

#include "app/notebook/protocol/messages.hpp"

namespace normscope::notebook::client {

bool InputLines::read(int descriptor) {
  constexpr std::size_t kAtOnce = std::size_t{1} << 16;
  std::array<char, kAtOnce> bytes{};
  const ssize_t count = ::read(descriptor, bytes.data(), bytes.size());
  if (count > 0) text_.append(bytes.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && errno == EINTR);
}

std::optional<std::string> InputLines::next(bool at_end) {
  const std::size_t end = text_.find('\n');
  const bool whole = end != std::string::npos;
  const bool takes_all = !text_.empty() && (at_end || text_.size() >= protocol::kMostOutputBytes);
  if (!whole && !takes_all) return std::nullopt;
  std::string line = whole ? text_.substr(0, end + 1) : text_;
  text_.erase(0, line.size());
  return line;
}

}  // namespace normscope::notebook::client
