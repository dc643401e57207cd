#include "core/graph/module_path.h"

#include <algorithm>

namespace qdqlens {

namespace {

constexpr std::string_view kNameScopes = "pkg.torch.onnx.name_scopes";
constexpr std::string_view kNamespace = "namespace";
constexpr std::string_view kFxNode = "pkg.torch.onnx.fx_node";

std::vector<std::string> fromNamespace(std::string_view text) {
    std::vector<std::string> path;
    while (!text.empty()) {
        const std::size_t slash = text.find('/');
        const std::string_view part = text.substr(0, slash);
        const std::size_t colon = part.find(": ");
        const std::string_view name = part.substr(0, colon);
        if (!name.empty()) {
            path.emplace_back(name);
        }
        if (slash == std::string_view::npos) {
            break;
        }
        text.remove_prefix(slash + 1);
    }
    if (!path.empty()) {
        path.pop_back();  // The node itself.
    }
    return path;
}

/// "encoder.layer.3.node_matmul": all but the last part.
std::vector<std::string> fromDottedName(std::string_view name) {
    std::vector<std::string> path;
    const std::size_t last = name.rfind('.');
    const bool digit_follows = last != std::string_view::npos && last + 1 < name.size() &&
                               name[last + 1] >= '0' && name[last + 1] <= '9';
    if (last == std::string_view::npos || digit_follows) {
        return path;
    }
    for (std::size_t dot = name.find('.'); dot <= last; dot = name.find('.', dot + 1)) {
        if (dot == 0 || name[dot - 1] == '.') {
            return {};  // Dots that separate nothing.
        }
        path.emplace_back(name.substr(0, dot));
    }
    return path;
}

/// "/layer1/layer1.0/conv1/Conv", "resnet/conv2/Conv2D": all but the last part.
std::vector<std::string> fromName(std::string_view name) {
    if (name.find('/') == std::string_view::npos) {
        return fromDottedName(name);
    }
    std::vector<std::string> path;
    if (!name.empty() && name.front() == '/') {
        name.remove_prefix(1);
    }
    for (std::size_t slash = name.find('/'); slash != std::string_view::npos; slash = name.find('/')) {
        if (slash > 0) {
            path.emplace_back((path.empty() ? "" : path.back() + "/") + std::string(name.substr(0, slash)));
        }
        name.remove_prefix(slash + 1);
    }
    return path;
}

}  // namespace

std::vector<std::string> parsePythonList(std::string_view text) {
    std::vector<std::string> items;
    if (text.size() < 2 || text.front() != '[' || text.back() != ']') {
        return items;
    }
    std::size_t at = 1;
    while (at < text.size() - 1) {
        const char quote = text[at];
        if (quote != '\'' && quote != '"') {
            ++at;
            continue;
        }
        std::string item;
        for (++at; at < text.size() && text[at] != quote; ++at) {
            if (text[at] == '\\' && at + 1 < text.size()) {
                ++at;
            }
            item += text[at];
        }
        ++at;
        items.push_back(std::move(item));
    }
    return items;
}

std::vector<std::string> modulePath(const onnx::Node& node) {
    if (const std::string_view scopes = node.metadataValue(kNameScopes); !scopes.empty()) {
        std::vector<std::string> path = parsePythonList(scopes);
        if (!path.empty()) {
            path.pop_back();
        }
        std::vector<std::string> named;
        for (std::string& part : path) {
            if (!part.empty()) {
                named.push_back(std::move(part));
            }
        }
        return named;
    }
    if (const std::string_view space = node.metadataValue(kNamespace); !space.empty()) {
        return fromNamespace(space);
    }
    return fromName(node.name);
}

std::optional<std::string> dottedModulePath(const onnx::Node& node) {
    const std::vector<std::string> path = modulePath(node);
    if (path.empty()) {
        const bool told = !node.metadataValue(kNameScopes).empty() ||
                          !node.metadataValue(kNamespace).empty() ||
                          node.name.find('/') != std::string_view::npos;
        return told ? std::optional<std::string>("") : std::nullopt;
    }
    std::string slashed = path.back();
    if (slashed.find('/') == std::string::npos) {  // Parts that do not hold the ones before them.
        slashed.clear();
        for (const std::string& part : path) {
            slashed += (slashed.empty() ? "" : "/") + part;
        }
    }
    std::string dotted;
    for (const char c : dottedModule(slashed)) {
        if (c != '.' || (!dotted.empty() && dotted.back() != '.')) {
            dotted += c;
        }
    }
    if (!dotted.empty() && dotted.back() == '.') {
        dotted.pop_back();
    }
    return dotted;
}

std::string moduleName(const onnx::Node& node) {
    std::vector<std::string> path = modulePath(node);
    return path.empty() ? std::string() : std::move(path.back());
}

std::string dottedModule(std::string_view module) {
    std::string dotted;
    while (!module.empty()) {
        const std::string_view part = module.substr(0, module.find('/'));
        module.remove_prefix(std::min(part.size() + 1, module.size()));
        const bool holds_parent = !dotted.empty() && part.size() > dotted.size() &&
                                  part.substr(0, dotted.size()) == dotted && part[dotted.size()] == '.';
        if (holds_parent) {
            dotted = part;
        } else {
            dotted += (dotted.empty() ? "" : ".") + std::string(part);
        }
    }
    return dotted;
}

bool moduleMatches(const onnx::Node& node, std::string_view prefix) {
    while (!prefix.empty() && prefix.front() == '/') {
        prefix.remove_prefix(1);
    }
    while (!prefix.empty() && prefix.back() == '/') {
        prefix.remove_suffix(1);
    }
    const auto holds = [&](std::string_view module) {
        return module.substr(0, prefix.size()) == prefix &&
               (module.size() == prefix.size() || module[prefix.size()] == '.' ||
                module[prefix.size()] == '/');
    };
    if (prefix.empty()) {
        return false;
    }
    for (const std::string& module : modulePath(node)) {
        if (holds(module) || holds(dottedModule(module))) {
            return true;
        }
    }
    return false;
}

std::string_view fxOp(const onnx::Node& node) {
    constexpr std::string_view kTarget = "target=torch.ops.";
    const std::string_view text = node.metadataValue(kFxNode);
    const std::size_t at = text.find(kTarget);
    if (at == std::string_view::npos) {
        return {};
    }
    std::string_view target = text.substr(at + kTarget.size());
    target = target.substr(0, target.find(']'));
    const std::size_t dot = target.find('.');
    if (dot == std::string_view::npos) {
        return {};
    }
    target.remove_prefix(dot + 1);
    return target.substr(0, target.find('.'));
}

}  // namespace qdqlens
