// Two canvases that pan and zoom together, though their pictures differ in size.
#pragma once

#include <QObject>
#include <QPointF>
#include <cstdint>
#include <optional>
#include <vector>

namespace qdqlens {

class CanvasView;

/// The middles of two boxes that are the same one.
struct LinkedPoint {
    QPointF a, b;
};

/// Where `at` of the one picture is in the other: moved as the linked points around it are, the nearest ones
/// most, so that a linked point meets its partner exactly and nothing jumps in between. `at` itself where
/// there are no points.
[[nodiscard]] QPointF counterpart(const std::vector<LinkedPoint>& points, QPointF at, bool a_to_b);

class ViewLink : public QObject {
    Q_OBJECT

  public:
    /// Neither is owned.
    ViewLink(CanvasView* a, CanvasView* b, QObject* parent);

    /// Of the pictures that are shown now.
    void setPoints(std::vector<LinkedPoint> points) { points_ = std::move(points); }
    void setEnabled(bool enabled);
    [[nodiscard]] bool enabled() const { return enabled_; }
    /// Moves the other one to where this one is.
    void follow(CanvasView* leader);
    /// All of both pictures, at the same zoom.
    void fitBoth();
    /// The first one's box (or the top of it) in sight, at a zoom at which both fit across if that can be
    /// read.
    void showReadable(std::optional<std::uint32_t> box_of_a);

  private:
    CanvasView* a_;
    CanvasView* b_;
    std::vector<LinkedPoint> points_;
    bool enabled_ = true;
    bool moving_ = false;
};

}  // namespace qdqlens
