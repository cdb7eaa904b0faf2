// SPDX-License-Identifier: MIT
// Any bytes as the stream of frames that a kernel or the app sends: no crash and no large
// allocation, and a message that is accepted is the same after it is written and read once more.
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "app/notebook/protocol/frames.hpp"
#include "app/notebook/protocol/messages.hpp"

using namespace normscope::notebook::protocol;

namespace {

void read_request(std::string_view text) {
  const auto request = request_from(text);
  if (!request && request.error().sentence.empty()) std::abort();
  if (!request) return;
  const auto again = request_from(to_json(*request));
  if (!again || to_json(*again) != to_json(*request)) std::abort();
}

void read_message(std::string_view text) {
  read_request(text);
  const auto reply = reply_from(text);
  if (!reply) {
    if (reply.error().sentence.empty()) std::abort();
    return;
  }
  const auto again = reply_from(to_json(*reply));
  if (!again || to_json(*again) != to_json(*reply)) std::abort();
  const auto* const chain = std::get_if<Chain>(&*reply);
  if (chain == nullptr) return;
  const auto elements = chain_elements(*chain);
  if (elements && *elements * 4 > kMostTakenBytes) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // The text of one message, then the same bytes as a stream, as much as a socket takes at once.
  read_message({reinterpret_cast<const char*>(data), size});
  constexpr std::size_t kMostStream = 64 << 10;
  std::array<int, 2> pair{};
  if (size > kMostStream || socketpair(AF_UNIX, SOCK_STREAM, 0, pair.data()) != 0) return 0;
  const normscope::io::Descriptor reader(pair[0]);
  {
    const normscope::io::Descriptor writer(pair[1]);
    if (write(writer.number(), data, size) != static_cast<ssize_t>(size)) return 0;
  }
  FrameReader frames(reader.number());
  while (true) {
    const auto more = frames.read_some();
    if (!more || !*more) return 0;
    while (true) {
      const auto frame = frames.next();
      if (!frame) return 0;
      if (!*frame) break;
      read_message((*frame)->text);
    }
  }
}
