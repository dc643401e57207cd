#include "core/qdq/runtime/preview.h"

#include "core/onnx/reader.h"
#include "core/qdq/runtime/pass.h"
#include "core/qdq/runtime/write.h"

namespace qdqlens::runtime {

Result<std::shared_ptr<const onnx::Model>> previewModel(const std::shared_ptr<const onnx::Model>& model,
                                                        const Target& target, Stage stage) {
    const auto scope = Scope::main(model);
    State state;
    state.target = &target;
    state.scope = scope.get();
    state.graph = buildGraph(*scope);
    if (stage == Stage::kSplit) {
        makeDqsUnique(state);
        inferShapes(state.graph);
    } else {
        playPasses(state);
    }
    if (!state.refused.empty()) {
        return fail(ErrorKind::kInput, "the runtime refuses to load the model: " + state.refused);
    }
    return onnx::readModel(onnx::Input::fromBytes(writeModel(*scope, state.graph), model->input->name(),
                                                  model->input->folder()));
}

std::string previewTitle(const Target& target, Stage stage) {
    return stage == Stage::kSplit ? "As the runtime sees it: a DequantizeLinear for each consumer"
                                  : "As the runtime runs it: " + std::string(target.runtime);
}

}  // namespace qdqlens::runtime
