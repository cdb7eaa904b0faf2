// SPDX-License-Identifier: MIT
// What the app makes of an array, without a kernel between: its records as they travel, and its
// values as they are taken.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "app/notebook/protocol/messages.hpp"
#include "app/notebook/protocol/records_of.hpp"
#include "app/notebook/recognition/recognize.hpp"

namespace normscope::testing {

/// The records of an array, after they were written and read as a message.
inline notebook::protocol::RecordGraph sent(const notebook::protocol::Records& records) {
  using notebook::protocol::RecordGraph;
  const auto reply =
      notebook::protocol::reply_from(to_json(notebook::protocol::Reply(records.graph)));
  EXPECT_TRUE(reply) << reply.error().sentence << to_json(notebook::protocol::Reply(records.graph));
  if (!reply) return {};
  EXPECT_EQ(std::get<RecordGraph>(*reply), records.graph);
  return std::get<RecordGraph>(*reply);
}

/// The values of records, as the kernel gives them.
inline std::vector<tensor::Tensor> taken(const notebook::protocol::Records& records,
                                         const std::vector<int>& which) {
  std::vector<tensor::Tensor> all;
  for (const int at : which) {
    const auto index = static_cast<std::size_t>(at);
    EXPECT_TRUE(records.graph.records[index].held) << "the values of record " << at << " are lost";
    const auto& array = records.arrays[index];
    all.push_back(
        *tensor::Tensor::from_values(array.shape, notebook::arrays::values_of<float>(array)));
  }
  return all;
}

inline std::optional<notebook::recognition::Recognized> recognized(
    const notebook::arrays::Array& array) {
  const auto records = notebook::protocol::records_of(array);
  return notebook::recognition::recognize(
      sent(records), [&](const std::vector<int>& which) { return taken(records, which); });
}

}  // namespace normscope::testing
