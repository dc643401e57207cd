// What the runtime will do with the nodes of the graph that is shown, worked out when first asked for.
#pragma once

#include <QObject>
#include <deque>

#include "ui/jobs/job_line.h"
#include "ui/jobs/units_cache.h"

namespace qdqlens {

class Predictions : public QObject {
    Q_OBJECT

  public:
    explicit Predictions(QObject* parent) : QObject(parent) {}

    /// Null while it is being worked out; arrived() says when to ask again.
    [[nodiscard]] std::shared_ptr<const Units> of(const std::shared_ptr<const Scope>& scope);

  Q_SIGNALS:
    void arrived();

  private:
    static constexpr std::size_t kKept = 4;  ///< Graphs that one goes back and forth between.

    std::deque<std::shared_ptr<const Units>> kept_;
    std::shared_ptr<const Scope> wanted_;
    JobLine line_;
};

}  // namespace qdqlens
