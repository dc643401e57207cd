// Any bytes as a model: read, every tensor decoded, and compared with protobuf's own parse.
#include <qdqlens_onnx.pb.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "core/onnx/reader.h"
#include "tests/support/reader_exercise.h"
#include "tests/support/schema_compare.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace qdqlens;
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    const auto model = onnx::readModel(onnx::Input::fromBytes(bytes));
    if (!model) {
        return 0;
    }
    test::decodeEverything(**model);
    schema::ModelProto proto;
    if (proto.ParseFromString(bytes)) {
        if (const auto difference = test::firstDifference(**model, proto)) {
            std::fprintf(stderr, "%s\n", difference->c_str());
            std::abort();
        }
    }
    return 0;
}
