// SPDX-License-Identifier: MIT
// Any bytes as the stream of frames that a kernel or the app sends: no crash and no large
// allocation, and a message that is accepted is the same after it is written and read once more.
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "app/notebook/protocol/frames.hpp"
#include "app/notebook/protocol/messages.hpp"
#include "app/notebook/recognition/chain_program.hpp"
#include "app/notebook/recognition/recognize.hpp"

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
  // Whatever the records say, making a chain of them ends, and takes no more than it may.
  const auto* const graph = std::get_if<RecordGraph>(&*reply);
  if (graph == nullptr) return;
  namespace tensor = normscope::tensor;
  normscope::notebook::recognition::recognize(
      *graph,
      [&](const std::vector<int>& records)
          -> normscope::base::Expected<std::vector<tensor::Tensor>> {
        const auto elements = taken_elements(*graph, records);
        if (elements && *elements * 4 > kMostTakenBytes) std::abort();
        constexpr std::int64_t kMostHere = 1 << 16;
        if (!elements || *elements > kMostHere) {
          return normscope::base::fail(normscope::base::ErrorKind::kTooLarge, "too many");
        }
        std::vector<tensor::Tensor> values;
        for (const int at : records) {
          const auto& shape = graph->records[static_cast<std::size_t>(at)].shape;
          const auto size = static_cast<std::size_t>(tensor::product(shape));
          values.push_back(*tensor::Tensor::from_values(shape, std::vector<float>(size, 1.0F)));
        }
        return values;
      });
  const auto program = normscope::notebook::recognition::chain_program(*graph);
  if (!program) return;
  for (std::size_t i = 0; i < program->size(); ++i) {
    const auto& step = (*program)[i].step;
    for (const int operand : {step.a, step.b}) {
      if (operand >= static_cast<int>(i)) std::abort();
    }
  }
  if (program->size() > normscope::trace::kMostWrittenSteps) std::abort();
  std::vector<normscope::trace::WrittenStep> steps;
  for (const auto& at : *program) steps.push_back(at.step);
  (void)normscope::trace::written_program(steps, steps.front().shape);
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
