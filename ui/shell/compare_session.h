// A second model beside the first: opened, compared, and kept at the same place of the graph. No widgets.
#pragma once

#include <QObject>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "core/export/tables.h"
#include "ui/jobs/job_line.h"
#include "ui/models/comparison.h"
#include "ui/shell/session.h"

namespace qdqlens {

class CompareSession : public QObject {
    Q_OBJECT

  public:
    /// `first` is not owned, and must outlive this.
    CompareSession(Session* first, QObject* parent);
    ~CompareSession() override;

    /// The second model; one that is open stays until the new one is there.
    void open(const std::filesystem::path& path);
    void close();
    /// Stops opening, comparing, and the layout of the second model.
    void stop();

    /// There is a second model (which may not be compared yet).
    [[nodiscard]] bool active() const { return second_ != nullptr; }
    [[nodiscard]] bool busy() const;
    [[nodiscard]] Session& session(CompareSide side) { return side == CompareSide::kA ? *first_ : *second_; }
    /// Null where the graphs that are shown are not those that were compared, or not yet.
    [[nodiscard]] const Comparison* comparison() const;
    /// Of the comparison; empty before it is there.
    [[nodiscard]] const std::vector<Table>& tables() const { return tables_; }

    /// A person selected something on a side: its partner is selected on the other.
    void select(CompareSide side, const Selection& selection);
    /// Both sides at once; one without nodes goes where the other leads.
    void focusOn(const std::vector<NodeId>& a, const std::vector<NodeId>& b);

  Q_SIGNALS:
    /// There is a second model, another one, or none any more.
    void changed();
    /// The comparison, its tables, or what it covers.
    void compared();
    void figureChanged(CompareSide side);
    void selectionChanged();
    void busyChanged();
    /// The focus of this side has nothing like it on the other, which stays where it is.
    void lost(CompareSide leader);
    void failed(const Error& error);

  private:
    void adopt();
    void compare();
    void figureArrived(CompareSide side);
    void follow(CompareSide leader);
    void lead(CompareSide side, FigureOptions options);
    [[nodiscard]] std::vector<std::string> partnersOfFocus(CompareSide side);

    Session* first_;
    Session* second_ = nullptr;
    Session* next_ = nullptr;  ///< Being opened.
    std::shared_ptr<const Comparison> comparison_;
    std::vector<Table> tables_;
    /// What was asked of a side because the other one went there; what arrives otherwise is a person's wish.
    std::array<std::optional<FigureOptions>, 2> sent_;
    bool selecting_ = false;
    JobLine comparing_;
};

}  // namespace qdqlens
