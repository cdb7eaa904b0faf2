// SPDX-License-Identifier: MIT
// Frames on a socket pair: whole ones, pieces, descriptors, and lengths that lie.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>

#include "app/notebook/protocol/frames.hpp"
#include "app/notebook/protocol/messages.hpp"

namespace normscope::notebook::protocol {
namespace {

struct Pair {
  io::Descriptor a;
  io::Descriptor b;

  Pair() {
    std::array<int, 2> both{};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both.data()), 0);
    a = io::Descriptor(both[0]);
    b = io::Descriptor(both[1]);
  }
  void send(std::string_view bytes) const {
    EXPECT_EQ(::write(a.number(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
};

std::optional<Frame> receive(FrameReader& reader) {
  while (true) {
    auto frame = reader.next();
    EXPECT_TRUE(frame);
    if (!frame) return std::nullopt;
    if (*frame) return *std::move(frame);
    if (!reader.read_some().value_or(false)) return std::nullopt;
  }
}

TEST(Frames, ComeInOrder) {
  const Pair pair;
  FrameReader reader(pair.b.number());
  EXPECT_TRUE(send_frame(pair.a.number(), "one"));
  EXPECT_TRUE(send_frame(pair.a.number(), ""));
  EXPECT_TRUE(send_frame(pair.a.number(), "three"));
  EXPECT_EQ(receive(reader)->text, "one");
  EXPECT_EQ(receive(reader)->text, "");
  EXPECT_EQ(receive(reader)->text, "three");
}

TEST(Frames, LongerThanASocketHolds) {
  const Pair pair;
  const std::string text(8'000'000, 'x');
  const std::jthread sender([&] { EXPECT_TRUE(send_frame(pair.a.number(), text)); });
  FrameReader reader(pair.b.number());
  EXPECT_EQ(receive(reader)->text, text);
}

TEST(Frames, InPieces) {
  const Pair pair;
  FrameReader reader(pair.b.number());
  const std::string bytes("\x03\0\0\0\0\0\0\0abc", 11);
  for (const char byte : bytes) {
    EXPECT_FALSE(reader.next()->has_value());
    pair.send({&byte, 1});
    EXPECT_TRUE(*reader.read_some());
  }
  EXPECT_EQ(receive(reader)->text, "abc");
}

TEST(Frames, ADescriptorBelongsToItsFrame) {
  const Pair pair;
  const Pair other;
  FrameReader reader(pair.b.number());
  EXPECT_TRUE(send_frame(pair.a.number(), "without"));
  EXPECT_TRUE(send_frame(pair.a.number(), "with", other.a.number()));
  EXPECT_FALSE(receive(reader)->descriptor.open());
  const auto frame = receive(reader);
  ASSERT_TRUE(frame->descriptor.open());
  // It is the same socket: what is written to it arrives at the other end.
  EXPECT_EQ(::write(frame->descriptor.number(), "!", 1), 1);
  char byte = 0;
  EXPECT_EQ(::read(other.b.number(), &byte, 1), 1);
  EXPECT_EQ(byte, '!');
}

TEST(Frames, TheEndIsNoError) {
  Pair pair;
  FrameReader reader(pair.b.number());
  pair.send("abc");
  pair.a.close();
  EXPECT_TRUE(*reader.read_some());
  EXPECT_FALSE(reader.next()->has_value());
  EXPECT_FALSE(*reader.read_some());
  EXPECT_FALSE(send_frame(pair.b.number(), "nobody"));
}

TEST(Frames, LengthsThatLieAreRefused) {
  for (const std::string& head :
       {std::string("\xff\xff\xff\xff\0\0\0\0", 8), std::string("\0\0\0\x7f\0\0\0\0", 8),
        std::string("\1\0\0\0\2\0\0\0", 8),
        // A descriptor that did not come.
        std::string("\1\0\0\0\1\0\0\0x", 9)}) {
    const Pair pair;
    FrameReader reader(pair.b.number());
    pair.send(head);
    EXPECT_TRUE(*reader.read_some());
    const auto frame = reader.next();
    ASSERT_FALSE(frame);
    EXPECT_EQ(frame.error().kind, base::ErrorKind::kMalformed);
  }
}

TEST(Frames, TooManyDescriptorsAreRefusedAndClosed) {
  const Pair pair;
  FrameReader reader(pair.b.number());
  bool refused = false;
  // Frames that say they carry none.
  for (int i = 0; i < 10 && !refused; ++i) {
    std::array<char, CMSG_SPACE(sizeof(int))> control{};
    std::array<char, 8> head{};
    iovec piece{head.data(), head.size()};
    msghdr message{};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    cmsghdr* const rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int));
    *reinterpret_cast<int*>(CMSG_DATA(rights)) = pair.a.number();  // NOLINT(*-reinterpret-cast)
    EXPECT_EQ(sendmsg(pair.a.number(), &message, 0), 8);
    refused = !reader.read_some();
  }
  EXPECT_TRUE(refused);
}

TEST(Frames, TooLongAMessageIsNotSent) {
  const Pair pair;
  const auto sent = send_frame(pair.a.number(), std::string(kMostMessageBytes + 1, 'x'));
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().kind, base::ErrorKind::kTooLarge);
}

}  // namespace
}  // namespace normscope::notebook::protocol
