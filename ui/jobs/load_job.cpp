#include "ui/jobs/load_job.h"

#include "core/onnx/reader.h"

namespace qdqlens {

Result<Document> loadDocument(const std::filesystem::path& path, FoldMode fold) {
    auto model = onnx::openModel(path);
    if (!model) {
        return tl::unexpected<Error>(std::move(model.error()));
    }
    const onnx::Graph& graph = (*model)->graph;
    if (graph.nodes.empty() && graph.inputs.empty() && graph.outputs.empty()) {
        return fail(ErrorKind::kInput, "the model's graph is empty: it has no nodes, inputs or outputs",
                    path.string());
    }
    Document document;
    document.path = path;
    document.model = *model;
    document.source = std::make_shared<const FigureSource>(Scope::main(*model), fold);
    return document;
}

}  // namespace qdqlens
