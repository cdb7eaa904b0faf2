// SPDX-License-Identifier: MIT
// bytes: what texts become by encode(), and what byte-pair tokenizers work on.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/notebook/runtime/native.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {

class BytesObject final : public NativeObject {
 public:
  BytesObject(TypeObject& type, std::string bytes_);
  ~BytesObject() override;
  /// Never changed.
  const std::string bytes;
};

/// Empty, and MemoryError raised, where there is no room.
Value make_bytes(Vm& vm, std::string bytes);
/// Null where the value is something else.
const std::string* bytes_of(Vm& vm, const Value& value);

/// text.encode(encoding, errors); None: raised.
/// errors  UnicodeEncodeError; LookupError for an unknown encoding or way with errors
std::optional<std::string> encode_text(Vm& vm, const Value& text, std::string_view encoding,
                                       std::string_view errors);
/// bytes.decode(encoding, errors), as encode_text. `bytes` is a BytesObject.
std::optional<std::string> decode_bytes(Vm& vm, const Value& bytes, std::string_view encoding,
                                        std::string_view errors);
/// What str() says of a UnicodeDecodeError or UnicodeEncodeError with its five arguments; none:
/// they are others.
std::optional<std::string> unicode_error_text(Vm& vm, const ExceptionObject& exception);

/// "b'...'"
std::string quoted_bytes(std::string_view bytes);

void add_bytes_methods(TypeObject& type);

}  // namespace normscope::notebook::runtime
