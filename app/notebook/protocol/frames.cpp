// SPDX-License-Identifier: MIT
#include "app/notebook/protocol/frames.hpp"

#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "app/notebook/protocol/messages.hpp"

namespace normscope::notebook::protocol {
namespace {

constexpr std::size_t kHeadBytes = 8;
// What is read at once: as much as a socket holds.
constexpr std::size_t kReadBytes = std::size_t{256} << 10;
// Descriptors that may come with one read; frames that carry one answer a question each.
constexpr std::size_t kMostDescriptors = 4;

void put(char* to, std::uint32_t number) {
  for (int i = 0; i < 4; ++i) to[i] = static_cast<char>((number >> (8 * i)) & 0xFFU);
}

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    number |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  }
  return number;
}

template <std::size_t Count>
struct alignas(cmsghdr) ControlBytes {
  std::array<char, CMSG_SPACE(sizeof(int) * Count)> bytes{};
};

}  // namespace

base::Expected<void> send_frame(int socket, std::string_view text, int descriptor) {
  if (text.size() > kMostMessageBytes) {
    return base::fail(base::ErrorKind::kTooLarge, "a message is too long");
  }
  std::array<char, kHeadBytes> head{};
  put(head.data(), static_cast<std::uint32_t>(text.size()));
  put(head.data() + 4, descriptor >= 0 ? 1U : 0U);
  std::size_t sent = 0;
  const std::size_t all = kHeadBytes + text.size();
  while (sent < all) {
    const std::size_t of_head = std::min(sent, kHeadBytes);
    const std::size_t of_text = sent - of_head;
    std::array<iovec, 2> pieces{{{head.data() + of_head, kHeadBytes - of_head},
                                 {const_cast<char*>(text.data()) + of_text,  // NOLINT(*-const-cast)
                                  text.size() - of_text}}};
    msghdr message{};
    message.msg_iov = pieces.data();
    message.msg_iovlen = pieces.size();
    ControlBytes<1> control;
    if (sent == 0 && descriptor >= 0) {
      message.msg_control = control.bytes.data();
      message.msg_controllen = control.bytes.size();
      cmsghdr* const rights = CMSG_FIRSTHDR(&message);
      rights->cmsg_level = SOL_SOCKET;
      rights->cmsg_type = SCM_RIGHTS;
      rights->cmsg_len = CMSG_LEN(sizeof(int));
      std::memcpy(CMSG_DATA(rights), &descriptor, sizeof(int));
    }
    const ssize_t count = ::sendmsg(socket, &message, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      return base::fail(base::ErrorKind::kUnwritable,
                        "the other side takes no message: " + io::reason_of(errno));
    }
    sent += static_cast<std::size_t>(count);
  }
  return {};
}

base::Expected<bool> FrameReader::read_some() {
  bytes_.erase(0, used_);
  used_ = 0;
  const std::size_t before = bytes_.size();
  bytes_.resize(before + kReadBytes);
  iovec piece{bytes_.data() + before, kReadBytes};
  ControlBytes<kMostDescriptors> control;
  msghdr message{};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes.data();
  message.msg_controllen = control.bytes.size();
  ssize_t count = 0;
  do {
    count = ::recvmsg(socket_, &message, MSG_CMSG_CLOEXEC);
  } while (count < 0 && errno == EINTR);
  const int error = errno;
  bytes_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  if (count < 0) {
    if (error == ECONNRESET) return false;
    return base::fail(base::ErrorKind::kUnreadable,
                      "the other side cannot be read: " + io::reason_of(error));
  }
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr;
       part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t numbers = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < numbers; ++i) {
      int number = -1;
      std::memcpy(&number, CMSG_DATA(part) + i * sizeof(int), sizeof(int));
      descriptors_.emplace_back(number);
    }
  }
  if ((message.msg_flags & MSG_CTRUNC) != 0 || descriptors_.size() > kMostDescriptors) {
    return base::fail(base::ErrorKind::kMalformed, "more descriptors came than messages");
  }
  return count > 0;
}

base::Expected<std::optional<Frame>> FrameReader::next(std::size_t most) {
  const std::string_view rest = std::string_view(bytes_).substr(used_);
  if (rest.size() < kHeadBytes) return std::nullopt;
  const std::size_t size = number_at(rest, 0);
  const std::uint32_t descriptors = number_at(rest, 4);
  if (size > most) {
    return base::fail(base::ErrorKind::kMalformed, "a message is too long");
  }
  if (descriptors > 1 || descriptors > descriptors_.size()) {
    return base::fail(base::ErrorKind::kMalformed, "a message has not the descriptors it names");
  }
  if (rest.size() < kHeadBytes + size) return std::nullopt;
  Frame frame{std::string(rest.substr(kHeadBytes, size))};
  used_ += kHeadBytes + size;
  if (descriptors == 1) {
    frame.descriptor = std::move(descriptors_.front());
    descriptors_.pop_front();
  }
  return frame;
}

}  // namespace normscope::notebook::protocol
