// SPDX-License-Identifier: MIT
// A program in the place of normscope-kernel that lies. The seed on its command line says how.
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "app/notebook/protocol/frames.hpp"
#include "app/notebook/protocol/messages.hpp"
#include "tests/app/notebook/client/lies.hpp"

namespace {

using namespace normscope;
using namespace normscope::notebook;
using namespace normscope::notebook::protocol;
using testing::Lie;

constexpr int kSocket = 3;

void write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(kSocket, bytes.data(), bytes.size());
    if (count <= 0) std::exit(0);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void send(const Reply& reply) {
  if (!send_frame(kSocket, to_json(reply))) std::exit(0);
}

void send_text(std::string_view text) {
  if (!send_frame(kSocket, text)) std::exit(0);
}

Frame next_frame(FrameReader& reader) {
  while (true) {
    auto frame = reader.next();
    if (frame && *frame) return *std::move(*frame);
    if (!frame || !reader.read_some().value_or(false)) std::exit(0);
  }
}

// A message of nearly the most bytes that one may have.
std::string repeated(std::string_view part) {
  std::string text = R"({"message": "finished", "value": [)";
  while (text.size() + part.size() < kMostMessageBytes) text += part;
  return text;
}

[[noreturn]] void be_silent() {
  while (true) pause();
}

Variables one_variable(tensor::Shape shape) {
  return {{{"x", VariableKind::kArray, "float32", std::move(shape), arrays::Dtype::kFloat32, 1}}};
}

Record input_of(tensor::Shape shape) {
  Record input;
  input.shape = std::move(shape);
  return input;
}

RecordGraph softmax_of(const tensor::Shape& shape) {
  Record softmax = input_of(shape);
  softmax.operation = "softmax";
  softmax.operands = {0};
  softmax.attributes = {{"dim", std::int64_t{0}}};
  return {{input_of(shape), softmax}};
}

void lie_at_the_start(Lie lie) {
  Ready ready{"3.11.2", {}};
  switch (lie) {
    case Lie::kSilentStart:
      be_silent();
    case Lie::kEndAtOnce:
      std::exit(7);
    case Lie::kTrusted:
      ready.confinement.trusted = true;
      break;
    case Lie::kOtherStart:
      return send(Nothing{});
    case Lie::kRefused:
      return send(Refused{"this system has no Landlock"});
    default:
      break;
  }
  send(ready);
}

void answer_run(Lie lie) {
  switch (lie) {
    case Lie::kLongFrame:
      return write_all(std::string("\xff\xff\xff\x7f\0\0\0\0", 8));
    case Lie::kEndlessFrame:
      write_all(std::string("\0\0\0\x04\0\0\0\0", 8));
      while (true) write_all(std::string(1 << 16, 'x'));
    case Lie::kNoJson:
      return send_text("{]");
    case Lie::kBrokenUtf8:
      return send_text("{\"message\": \"\xff\"}");
    case Lie::kDeepJson:
      return send_text(std::string(4'000'000, '['));
    case Lie::kManyLists:
      return send_text(repeated("{},"));
    case Lie::kManyNumbers:
      return send_text(repeated("1,"));
    case Lie::kLongText:
      return send(Finished{std::string(kMostOutputBytes + 3, 'x'), {}, {}});
    case Lie::kMissingDescriptor:
      return write_all(std::string("\2\0\0\0\1\0\0\0{}", 10));
    case Lie::kManyDescriptors:
      while (true) {
        if (!send_frame(kSocket, to_json(Reply(Output{Stream::kOut, "x"})), 0)) std::exit(0);
      }
    case Lie::kEndlessOutput:
      while (true) send(Output{Stream::kOut, std::string(1 << 20, 'x')});
    case Lie::kHalfAFrame:
      write_all(std::string("\x10\0\0\0\0\0\0\0{\"", 10));
      std::exit(0);
    case Lie::kOtherAnswer:
      return send(Variables{});
    case Lie::kHugeLine:
      return send_text(R"({"message": "finished", "error": {"type": "E", "message": "",
        "traceback": "", "line": 1e30, "interrupted": false, "exits": true, "exit_status": -5}})");
    case Lie::kSilent:
      be_silent();
    case Lie::kCrash:
      std::abort();
    case Lie::kUnasked:
      send(Finished{});
      return send(Finished{});
    case Lie::kPicture:
    case Lie::kPictureUnsealed:
    case Lie::kPictureOtherSize:
      return send(Picture{"<Figure>", false, 2, 3});
    case Lie::kPictureTooLarge:
      return send(Picture{"<Figure>", false, kMostPictureSide, kMostPictureSide});
    case Lie::kPictureWithin:
      send(Picture{"<Figure>", false, 2, 3});
      return send(Picture{"<Figure>", false, 2, 3});
    case Lie::kPictureWithoutScale:
      return send(Picture{"<Figure>", false, 2, 3, 1, 0});
    case Lie::kPicturesWithoutEnd:
      while (true) send(Picture{"<Figure>", false, 0, 0});
    case Lie::kPictureOutOfTurn:
      send(Finished{"1", {}, {}});
      return send(Picture{"<Figure>", false, 0, 0});
    default:
      return send(Finished{"1", {}, {}});
  }
}

void answer_picture(Lie lie, const io::Descriptor& file) {
  const std::string pixels(24, '\x7f');
  if (lie != Lie::kPictureUnsealed) {
    [[maybe_unused]] const auto done = pwrite(file.number(), pixels.data(), pixels.size(), 0);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the system has no other
    fcntl(file.number(), F_ADD_SEALS, F_SEAL_WRITE);
  }
  send(Taken{arrays::Dtype::kUint8, lie == Lie::kPictureOtherSize ? 20 : 24});
  if (lie == Lie::kPicture) send(Finished{"1", {}, {}});
}

void answer_variables(Lie lie) {
  switch (lie) {
    case Lie::kOverflow:
      return send_text(R"({"message": "variables", "variables": [{"name": "x", "kind": "array",
        "type": "float32", "dtype": "float32", "stamp": 1,
        "shape": [4611686018427387904, 4]}]})");
    case Lie::kNegativeSize:
      return send(one_variable({-2, -3}));
    case Lie::kTooLarge:
      return send(one_variable({std::int64_t{1} << 38}));
    case Lie::kAskedOutOfTurn:
      send(Asked{1});
      return send(one_variable({2, 3}));
    case Lie::kLongName: {
      Variables long_name = one_variable({2, 3});
      long_name.variables[0].name.assign(8'000'000, 'n');
      return send(long_name);
    }
    default:
      return send(one_variable({2, 3}));
  }
}

void answer_take(Lie lie, const io::Descriptor& file) {
  if (lie == Lie::kLongSentence) return send(Failed{std::string(8'000'000, 'x')});
  const std::string six(24, '\0');
  if (lie != Lie::kUnsealed && lie != Lie::kGrown) {
    [[maybe_unused]] const auto done = pwrite(file.number(), six.data(), six.size(), 0);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the system has no other
    fcntl(file.number(), F_ADD_SEALS, F_SEAL_WRITE);
  }
  if (lie == Lie::kGrown && ftruncate(file.number(), 1) == 0) std::exit(0);
  send(Taken{lie == Lie::kOtherType ? arrays::Dtype::kFloat64 : arrays::Dtype::kFloat32,
             lie == Lie::kMoreElements ? 600 : 6});
}

void answer_records(Lie lie) {
  RecordGraph graph = softmax_of({lie == Lie::kRecordsTooLarge ? std::int64_t{1} << 38 : 6});
  switch (lie) {
    case Lie::kNoRecords:
      graph.records.clear();
      break;
    case Lie::kRecordOfItself:
      graph.records[1].operands = {1};
      break;
    case Lie::kRecordOfLater:
      graph.records[0] = graph.records[1];
      break;
    case Lie::kRecordOfOtherShape:
      graph.records[1].shape = {7};
      break;
    case Lie::kRecordOfTwo:
      graph.records[1].operands = {0, 0};
      break;
    case Lie::kRowsWithoutEnd:
      // Each doubles the rows of the one before: 2^30 of them.
      for (int i = 2; i < 32; ++i) {
        Record rows = input_of(graph.records.back().shape);
        rows.shape.insert(rows.shape.begin(), 2);
        rows.operation = "stack";
        rows.operands = {i - 1, i - 1};
        rows.attributes = {{"dim", std::int64_t{0}}};
        graph.records.push_back(rows);
      }
      break;
    default:
      break;
  }
  send(graph);
}

}  // namespace

int main(int, char** argv) {
  const auto lie = static_cast<Lie>(std::atoi(argv[3]));
  lie_at_the_start(lie);
  FrameReader reader(kSocket);
  while (true) {
    const Frame frame = next_frame(reader);
    const auto request = request_from(frame.text);
    if (!request) std::exit(1);
    if (std::holds_alternative<RunCell>(*request)) answer_run(lie);
    if (std::holds_alternative<DrawPicture>(*request)) answer_run(lie);
    if (std::holds_alternative<TakePicture>(*request)) answer_picture(lie, frame.descriptor);
    if (std::holds_alternative<ListVariables>(*request)) answer_variables(lie);
    if (std::holds_alternative<TakeArray>(*request)) answer_take(lie, frame.descriptor);
    if (std::holds_alternative<DescribeRecords>(*request)) answer_records(lie);
    if (std::holds_alternative<TakeRecords>(*request)) answer_take(lie, frame.descriptor);
  }
}
