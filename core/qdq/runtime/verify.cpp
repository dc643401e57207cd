#include "core/qdq/runtime/verify.h"

#include <algorithm>
#include <map>

#include "core/base/temporary_folder.h"
#include "core/base/text.h"
#include "core/onnx/reader.h"

namespace qdqlens::runtime {
namespace {

using InputDims = std::map<std::string, std::vector<std::int64_t>>;

bool isInput(const Scope& scope, std::string_view name) {
    const auto& inputs = scope.graph().inputs;
    return std::any_of(inputs.begin(), inputs.end(),
                       [&](const onnx::ValueInfo& input) { return input.name == name; });
}

bool isSymbol(const Scope& scope, std::string_view name) {
    for (const onnx::ValueInfo& input : scope.graph().inputs) {
        for (const onnx::Dim& dim : input.type.shape) {
            if (dim.kind == onnx::Dim::Kind::kParam && dim.param == name)
                return true;
        }
    }
    return false;
}

/// Dims of inputs as they are said, and with symbols replaced.
Result<InputDims> dimsOf(const Scope& scope, const std::vector<ShapeSetting>& settings) {
    InputDims whole;
    std::map<std::string, std::int64_t, std::less<>> symbols;
    for (const ShapeSetting& setting : settings) {
        if (isInput(scope, setting.name)) {
            whole[setting.name] = setting.dims;
        } else if (!isSymbol(scope, setting.name)) {
            return fail(ErrorKind::kQuery, "no input or dim has this name", showName(setting.name).text);
        } else if (setting.dims.size() != 1) {
            return fail(ErrorKind::kQuery, "a dim takes one number", showName(setting.name).text);
        } else {
            symbols[setting.name] = setting.dims.front();
        }
    }
    for (const onnx::ValueInfo& input : scope.graph().inputs) {
        if (whole.count(std::string(input.name)) != 0 || !input.type.has_shape || symbols.empty())
            continue;
        std::vector<std::int64_t> dims;
        for (const onnx::Dim& dim : input.type.shape) {
            const auto symbol = symbols.find(dim.param);
            const bool set = dim.kind == onnx::Dim::Kind::kParam && symbol != symbols.end();
            dims.push_back(dim.kind == onnx::Dim::Kind::kValue ? dim.value : set ? symbol->second : 1);
        }
        whole[std::string(input.name)] = std::move(dims);
    }
    return whole;
}

}  // namespace

bool Verdict::held() const {
    return answer.loads && answer.runs &&
           std::all_of(nodes.begin(), nodes.end(),
                       [this](const NodeComparison& node) { return !compared || !node.differs(); });
}

const Target& machineTarget(Int8 int8) {
#if defined(__aarch64__) || defined(__arm__)
    const bool allowed = int8 != Int8::kOff;
#else
    const bool allowed = int8 == Int8::kOn;
#endif
    return *findTarget(allowed ? "ort-1.30-cpu-arm64" : "ort-1.30-cpu-x64");
}

Result<Verdict> verify(const Question& question, const std::shared_ptr<const Scope>& scope,
                       const std::function<void(const std::string&)>& stage, const std::stop_token& stop) {
    auto dims = dimsOf(*scope, question.dims);
    if (!dims)
        return tl::unexpected<Error>(dims.error());
    stage("starting ONNX Runtime");
    auto process = RuntimeProcess::find(stop);
    if (!process)
        return tl::unexpected<Error>(process.error());
    const auto scratch = TemporaryFolder::make();
    if (!scratch)
        return tl::unexpected<Error>(scratch.error());
    RuntimeRequest request;
    request.model = std::filesystem::absolute(question.model);
    request.level = question.level;
    request.int8 = question.int8;
    request.optimized = scratch->path() / "optimized.onnx";
    request.run = true;
    request.dims = std::move(*dims);
    Verdict verdict;
    verdict.runtime_name = (*process)->name();
    verdict.runtime_version = (*process)->version();
    stage(verdict.runtime_name + " " + verdict.runtime_version + " runs " +
          showName(question.model.filename().string()).text);
    auto answer = (*process)->ask(request, question.limit, stop);
    if (!answer)
        return tl::unexpected<Error>(answer.error());
    verdict.answer = std::move(*answer);
    verdict.scope = scope;
    const Prediction prediction = predict(*scope, machineTarget(question.int8));
    verdict.compared = question.level == "extended" || question.level == "all";
    if (verdict.compared) {
        verdict.target = prediction.target;
        verdict.refused = prediction.refused;
    }
    if (!verdict.answer.loads)
        return verdict;
    auto optimized = onnx::openModel(*request.optimized);
    if (!optimized)
        return tl::unexpected<Error>(optimized.error());
    verdict.nodes = compare(*scope, prediction, describe(*Scope::main(*optimized)));
    verdict.optimized = std::move(*optimized);
    return verdict;
}

}  // namespace qdqlens::runtime
