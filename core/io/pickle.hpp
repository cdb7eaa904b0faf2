// SPDX-License-Identifier: MIT
// Python's pickle as data: what unpickling would import and call is named here and never called.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/error.hpp"

namespace normscope::io {

/// The values of one pickle, which refer to each other by number; a value may be part of several,
/// and of itself.
struct Pickle {
  using Ref = std::size_t;

  struct Global {  // "torch._utils._rebuild_tensor_v2"
    std::string name;
  };
  struct Sequence {  // a list, a tuple or a set
    std::vector<Ref> items;
  };
  struct Dictionary {
    std::vector<std::pair<Ref, Ref>> items;
  };
  struct Call {  // what a global would have been called with
    Ref function = 0;
    Ref arguments = 0;
  };
  struct Persistent {  // what the file keeps outside of the pickle
    Ref id = 0;
  };
  /// None, and integers of more than 8 bytes, are monostate.
  using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string, Global,
                             Sequence, Dictionary, Call, Persistent>;

  std::vector<Value> values{{}};
  Ref root = 0;

  template <class Kind>
  const Kind* as(Ref ref) const {
    return std::get_if<Kind>(&values[ref]);
  }
};

/// Reads one pickle of protocol 2 to 5 from the front of the bytes, which then begin behind it. An
/// OrderedDict is a Dictionary; what an object is built with besides is left out.
/// errors  Malformed: damaged, cut off, past the bounds of limits.hpp, or of another protocol
/// source  Python, pickletools.py: the meaning of each opcode
base::Expected<Pickle> read_pickle(std::string_view& bytes);

}  // namespace normscope::io
