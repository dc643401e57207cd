#include "core/qdq/tables/fx_node.h"

#include <algorithm>
#include <charconv>

#include "core/graph/module_path.h"

namespace qdqlens {

namespace {

bool isNameCharacter(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

bool isUpper(char c) {
    return c >= 'A' && c <= 'Z';
}

char lower(char c) {
    return isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string_view nameAt(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && isNameCharacter(text[end])) {
        ++end;
    }
    return text.substr(at, end - at);
}

std::optional<std::uint32_t> number(std::string_view text) {
    std::uint32_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

/// What stands between `before` and `after`, "" where they do not.
std::string_view between(std::string_view text, std::string_view before, char after) {
    const std::size_t at = text.find(before);
    if (at == std::string_view::npos) {
        return {};
    }
    text.remove_prefix(at + before.size());
    const std::size_t end = text.find(after);
    return end == std::string_view::npos ? std::string_view() : text.substr(0, end);
}

/// The last line that is source: neither `File "…"` nor the ^^^^ that Python puts under a call.
std::string_view innermostLine(std::string_view trace) {
    while (!trace.empty()) {
        const std::size_t end = trace.find_last_not_of('\n');
        if (end == std::string_view::npos) {
            break;
        }
        trace = trace.substr(0, end + 1);
        const std::size_t start = trace.rfind('\n');
        std::string_view line = start == std::string_view::npos ? trace : trace.substr(start + 1);
        const bool marks = line.find_first_not_of(" ^~") == std::string_view::npos;
        if (!marks) {
            line.remove_prefix(line.find_first_not_of(' '));
            return line.substr(0, 6) == "File \"" ? std::string_view() : line;
        }
        trace = start == std::string_view::npos ? std::string_view() : trace.substr(0, start);
    }
    return {};
}

std::size_t countCalls(std::string_view line) {
    std::size_t calls = 0;
    for (std::size_t i = 1; i < line.size(); ++i) {
        calls += line[i] == '(' && isNameCharacter(line[i - 1]) ? 1 : 0;
    }
    return calls;
}

bool hasOperator(std::string_view line) {
    for (const std::string_view op : {" + ", " - ", " * ", " / ", " @ ", " ** ", " % "}) {
        if (line.find(op) != std::string_view::npos) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::optional<FxNode> fxNode(const onnx::Node& node) {
    const std::string_view text = node.metadataValue("pkg.torch.onnx.fx_node");
    if (text.size() < 2 || text.front() != '%') {
        return std::nullopt;
    }
    FxNode fx;
    fx.name = nameAt(text, 1);
    fx.target = between(text, "target=", ']');
    if (fx.name.empty() || fx.target.empty()) {
        return std::nullopt;
    }
    fx.op = fxOp(node);
    constexpr std::string_view kTorchOps = "torch.ops.";
    if (fx.target.substr(0, kTorchOps.size()) == kTorchOps) {
        fx.target.remove_prefix(kTorchOps.size());
    }
    if (fx.op.empty()) {  // operator.getitem, torch.sym_float …
        const std::size_t dot = fx.target.rfind('.');
        fx.op = dot == std::string_view::npos ? fx.target : fx.target.substr(dot + 1);
    }
    fx.num_users = number(between(text, "[num_users=", ']'));
    const std::size_t args = text.find("](args");
    for (std::size_t at = text.find('%', args);
         args != std::string_view::npos && at != std::string_view::npos; at = text.find('%', at + 1)) {
        if (const std::string_view name = nameAt(text, at + 1); !name.empty()) {
            fx.arguments.push_back(name);
        }
    }
    return fx;
}

std::optional<std::uint32_t> fxNumber(std::string_view name, std::string_view op) {
    if (name == op) {
        return 0;
    }
    if (name.size() < op.size() + 2 || name.substr(0, op.size()) != op || name[op.size()] != '_') {
        return std::nullopt;
    }
    return number(name.substr(op.size() + 1));
}

std::optional<SourceCall> sourceCall(const onnx::Node& node) {
    const std::string_view line = innermostLine(node.metadataValue("pkg.torch.onnx.stack_trace"));
    for (const std::string_view prefix : {"F.", "functional.", "torch."}) {
        for (std::size_t at = line.find(prefix); at != std::string_view::npos;
             at = line.find(prefix, at + 1)) {
            const bool starts =
                at == 0 || (!isNameCharacter(line[at - 1]) && line[at - 1] != '.') || prefix == "functional.";
            const std::string_view name = nameAt(line, at + prefix.size());
            const std::size_t end = at + prefix.size() + name.size();
            if (starts && !name.empty() && end < line.size() && line[end] == '(') {
                return SourceCall{name, countCalls(line) == 1 && !hasOperator(line)};
            }
        }
    }
    return std::nullopt;
}

std::string torchModuleClass(const onnx::Node& node) {
    std::vector<std::string> classes = parsePythonList(node.metadataValue("pkg.torch.onnx.class_hierarchy"));
    if (classes.size() < 2) {
        return {};
    }
    const std::string& module = classes[classes.size() - 2];
    if (module.compare(0, 17, "torch.nn.modules.") != 0) {
        return {};
    }
    return module.substr(module.rfind('.') + 1);
}

std::string plainName(std::string_view name) {
    std::string out;
    for (const char c : name) {
        if (c != '_') {
            out += lower(c);
        }
    }
    return out;
}

std::string snakeCase(std::string_view class_name) {
    std::string out;
    for (std::size_t i = 0; i < class_name.size(); ++i) {
        const bool starts_word = i > 0 && isUpper(class_name[i]) && !isUpper(class_name[i - 1]);
        out += starts_word ? "_" : "";
        out += lower(class_name[i]);
    }
    return out;
}

}  // namespace qdqlens
