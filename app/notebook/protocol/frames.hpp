// SPDX-License-Identifier: MIT
// Messages on a socket. A frame is eight bytes (the length of the text and the number of
// descriptors that come with it, zero or one, each a little-endian 32-bit number), then the text.
// The descriptor rides on the frame's first byte (SCM_RIGHTS).
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "app/notebook/protocol/messages.hpp"
#include "core/base/error.hpp"
#include "core/io/posix.hpp"

namespace normscope::notebook::protocol {

/// Sends a frame, waiting for room in the socket; `descriptor` is -1 for none.
/// errors  Unwritable: the other side is gone, or takes nothing within the socket's own time limit;
///         TooLarge: more than kMostMessageBytes
base::Expected<void> send_frame(int socket, std::string_view text, int descriptor = -1);

struct Frame {
  std::string text;
  io::Descriptor descriptor{};  // not open: none came
};

/// Puts the bytes of a socket together to frames.
class FrameReader {
 public:
  explicit FrameReader(int socket) : socket_(socket) {}

  /// Reads what is there, or waits for the first of it; false at the end of the stream.
  /// errors  Unreadable: the socket failed; Malformed: more descriptors than frames
  base::Expected<bool> read_some();

  /// The next whole frame, of at most so many bytes; nothing while its bytes are missing.
  /// errors  Malformed: a longer frame, or one with other descriptors than it says
  base::Expected<std::optional<Frame>> next(std::size_t most = kMostMessageBytes);

 private:
  int socket_;
  std::string bytes_{};
  std::size_t used_ = 0;  // of bytes_, by frames that were given out
  std::deque<io::Descriptor> descriptors_{};
};

}  // namespace normscope::notebook::protocol
