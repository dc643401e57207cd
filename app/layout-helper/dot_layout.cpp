// The only file that calls Graphviz (2.43 to 13: nothing here tests for a version).
#include "app/layout-helper/dot_layout.h"

#include <graphviz/gvc.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>
#include <type_traits>

#include "app/layout-helper/arena.h"
#include "core/layout/geometry.h"
#include "core/layout/labels.h"

extern "C" gvplugin_library_t gvplugin_dot_layout_LTX_library;

namespace qdqlens {

namespace {

// Graphviz's interface takes char* where it does not write.
char* text(const char* literal) {
    return const_cast<char*>(literal);
}

constexpr double kPointsPerInch = 72;  // A px of ours is a point of Graphviz's.

constexpr double kLabelMargin = 3;

// Reads back as the same double.
std::string number(double value) {
    char digits[40];
    return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

// The memory of the one graph that there is at a time.
Arena& arena() {
    static Arena memory;
    return memory;
}

// cgraph's own ways, but for memory. Where its version leaves no choice of that, it takes graphs apart
// itself.
template <class Discipline>
Discipline* arenaDiscipline() {
    if constexpr (requires(Discipline all) { all.mem; }) {
        static std::remove_pointer_t<decltype(Discipline::mem)> memory = {
            [](Agdisc_t*) -> void* { return &arena(); },
            [](void*, std::size_t size) { return arena().take(size); },
            [](void*, void* old, std::size_t old_size, std::size_t size) {
                return arena().resize(old, old_size, size);
            },
            [](void*, void*) {},
            [](void*) { arena().clear(); },
        };
        static Discipline all = AgDefaultDisc;
        all.mem = &memory;
        return &all;
    } else {
        return nullptr;
    }
}

std::string inches(double px) {
    return number(px / kPointsPerInch);
}

// One graph of cgraph, laid out or not.
class Graph {
  public:
    Graph(GVC_t* context, const LayoutRequest& request) : context_(context), request_(request) {
        graph_ = agopen(text("g"), Agdirected, arenaDiscipline<Agdisc_t>());
        setDefaults();
        addBoxes();
        addEdges();
        addGroups();
        keepOrders();
    }
    ~Graph() {
        if (laid_out_) {
            gvFreeLayout(context_, graph_);
        }
        agclose(graph_);
    }
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;

    [[nodiscard]] bool run() {
        const bool done = gvLayout(context_, graph_, "dot") == 0;
        laid_out_ = true;  // Half a layout is to be freed as well.
        return done;
    }

    [[nodiscard]] Placement read() const {
        Placement placement;
        placement.boxes.reserve(nodes_.size());
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            const LayoutRequest::Size& size = request_.boxes[i];
            placement.boxes.push_back(around(ND_coord(nodes_[i]), size.width, size.height));
        }
        placement.edges.resize(edges_.size());
        placement.labels.resize(edges_.size());
        for (std::size_t i = 0; i < edges_.size(); ++i) {
            const LayoutRequest::Edge& edge = request_.edges[i];
            placement.edges[i] = curve(edges_[i]);
            attach(placement.edges[i], placement.boxes[edge.from], placement.boxes[edge.to]);
            if (edge.label.width > 0 && ED_label(edges_[i]) != nullptr) {
                placement.labels[i] = around(ED_label(edges_[i])->pos, edge.label.width, edge.label.height);
            }
        }
        for (Agraph_t* cluster : clusters_) {
            const boxf& box = GD_bb(cluster);
            placement.frames.push_back({box.LL.x, -box.UR.y, box.UR.x - box.LL.x, box.UR.y - box.LL.y});
        }
        return placement;
    }

  private:
    Agsym_t* set(int kind, const char* name, const std::string& value) {
        return agattr(graph_, kind, text(name), text(value.c_str()));
    }

    void setDefaults() {
        set(AGRAPH, "rankdir", request_.rankdir == RankDir::kLeftRight ? "LR" : "TB");
        set(AGRAPH, "ranksep", inches(request_.rank_separation));
        set(AGRAPH, "nodesep", inches(request_.node_separation));
        set(AGNODE, "shape", "box");
        set(AGNODE, "fixedsize", "true");
        set(AGNODE, "label", "");
        width_ = set(AGNODE, "width", "1");
        height_ = set(AGNODE, "height", "1");
        set(AGEDGE, "arrowhead", "none");
    }

    void addBoxes() {
        for (std::size_t i = 0; i < request_.boxes.size(); ++i) {
            Agnode_t* node = agnode(graph_, nullptr, 1);
            agxset(node, width_, text(inches(request_.boxes[i].width).c_str()));
            agxset(node, height_, text(inches(request_.boxes[i].height).c_str()));
            nodes_.push_back(node);
        }
    }

    void addEdges() {
        for (const LayoutRequest::Edge& wanted : request_.edges) {
            Agedge_t* edge = agedge(graph_, nodes_[wanted.from], nodes_[wanted.to], nullptr, 1);
            if (wanted.label.width > 0) {
                addLabel(edge, wanted.label);
            }
            setOnce(edge, AGEDGE, "weight", "1", std::to_string(wanted.weight));
            setOnce(edge, AGEDGE, "tailport", "", wanted.from_middle ? "s" : "");
            setOnce(edge, AGEDGE, "headport", "", wanted.to_middle ? "n" : "");
            edges_.push_back(edge);
        }
    }

    void addGroups() {
        for (std::size_t i = 0; i < request_.groups.size(); ++i) {
            const LayoutRequest::Group& group = request_.groups[i];
            const bool outermost = group.parent == LayoutRequest::Group::kNoParent;
            const std::string name = "cluster" + std::to_string(i);
            Agraph_t* cluster = agsubg(outermost ? graph_ : clusters_[group.parent], text(name.c_str()), 1);
            for (const std::uint32_t box : group.boxes) {
                agsubnode(cluster, nodes_[box], 1);
            }
            setOnce(cluster, AGRAPH, "margin", "", number(request_.group_padding));
            if (group.label.width > 0) {
                if (agattr(graph_, AGRAPH, text("label"), nullptr) == nullptr) {
                    set(AGRAPH, "label", "");
                }
                char* label =
                    agstrdup_html(graph_, text(emptyTable(group.label.width, group.label.height).c_str()));
                agset(cluster, text("label"), label);
                agstrfree(graph_, label);
            }
            clusters_.push_back(cluster);
        }
    }

    void keepOrders() {
        for (const std::uint32_t box : request_.ordered) {
            setOnce(nodes_[box], AGNODE, "ordering", "", "out");
        }
    }

    void declare(int kind, const char* name, const char* usual) {
        if (agattr(graph_, kind, text(name), nullptr) == nullptr) {
            agattr(graph_, kind, text(name), text(usual));
        }
    }

    // An attribute that few graphs need: declared with its usual value where it first has another.
    void setOnce(void* object, int kind, const char* name, const char* usual, const std::string& value) {
        if (value == usual) {
            return;
        }
        declare(kind, name, usual);
        agset(object, text(name), text(value.c_str()));
    }

    // A label without text: an HTML-like table of fixed size costs no text layout and no font.
    [[nodiscard]] static std::string emptyTable(double width, double height) {
        char html[160];
        std::snprintf(html, sizeof html,
                      R"(<table border="0" cellborder="0" cellpadding="0" cellspacing="0" fixedsize="true" )"
                      R"(width="%d" height="%d"><tr><td></td></tr></table>)",
                      static_cast<int>(std::ceil(width)), static_cast<int>(std::ceil(height)));
        return html;
    }

    // dot puts a label against its edge as sampled, which lets the line into it by up to a px; so more room
    // is asked for across the edge.
    void addLabel(Agedge_t* edge, const LayoutRequest::Size& size) {
        const bool across = request_.rankdir == RankDir::kTopBottom;
        char* label = agstrdup_html(graph_, text(emptyTable(size.width + (across ? 2 * kLabelMargin : 0),
                                                            size.height + (across ? 0 : 2 * kLabelMargin))
                                                     .c_str()));
        declare(AGEDGE, "label", "");
        agset(edge, text("label"), label);
        agstrfree(graph_, label);
    }

    [[nodiscard]] static Rect around(const pointf& center, double width, double height) {
        return {center.x - width / 2, -center.y - height / 2, width, height};
    }

    // Empty where dot has routed nothing.
    [[nodiscard]] static std::vector<Point> curve(Agedge_t* edge) {
        std::vector<Point> points;
        const splines* routed = ED_spl(edge);
        if (routed == nullptr || routed->size != 1) {
            return points;
        }
        const bezier& line = routed->list[0];
        const auto count = static_cast<std::size_t>(line.size);
        for (std::size_t i = 0; i < count; ++i) {
            points.push_back({line.list[i].x, -line.list[i].y});
        }
        return points;
    }

    GVC_t* context_;
    const LayoutRequest& request_;
    Agraph_t* graph_ = nullptr;
    Agsym_t* width_ = nullptr;
    Agsym_t* height_ = nullptr;
    bool laid_out_ = false;
    std::vector<Agnode_t*> nodes_;
    std::vector<Agedge_t*> edges_;
    std::vector<Agraph_t*> clusters_;
};

}  // namespace

DotLayout::DotLayout() {
    static lt_symlist_t builtins[] = {{"gvplugin_dot_layout_LTX_library", &gvplugin_dot_layout_LTX_library},
                                      {nullptr, nullptr}};
    context_ = gvContextPlugins(builtins, 0);
    agseterr(AGERR);  // Warnings would only fill the pipe.
}

DotLayout::~DotLayout() {
    gvFreeContext(context_);
}

Result<Placement> DotLayout::layout(const LayoutRequest& request) {
    if (request.boxes.empty()) {
        return Placement{};
    }
    agreseterrors();
    Graph graph(context_, request);
    if (!graph.run()) {
        const char* words = aglasterr();
        return fail(ErrorKind::kEngine, std::string("dot could not lay it out") +
                                            (words != nullptr ? std::string(": ") + words : ""));
    }
    Placement placement = graph.read();
    settleLabels(placement, request.rankdir);
    moveToOrigin(placement);
    return placement;
}

}  // namespace qdqlens
