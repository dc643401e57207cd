// The running viewer: its windows, and what a start asks of it.
#pragma once

#include <QObject>
#include <QPointer>
#include <QStringList>
#include <optional>
#include <vector>

#include "core/diagram/figure.h"
#include "ui/shell/appearance.h"
#include "ui/shell/instance_server.h"

namespace qdqlens {

class MainWindow;

class Viewer : public QObject {
    Q_OBJECT

  public:
    explicit Viewer(Appearance& appearance, QObject* parent = nullptr);

    /// Every model gets a window; one that shows nothing yet is taken first, and one that shows the model
    /// already is brought to the front.
    void start(const StartRequest& request);
    [[nodiscard]] std::vector<MainWindow*> windows() const;

  private:
    MainWindow* newWindow();
    [[nodiscard]] MainWindow* windowFor(const QString& model);

    Appearance& appearance_;
    std::vector<QPointer<MainWindow>> windows_;
};

[[nodiscard]] std::optional<Level> parseLevel(const QString& name);  ///< "nodes", "units", "modules".

/// Exports what a window would show of the first model, then ends the application's loop: 0 done, 3 it could
/// not be done (said on stderr).
void exportAndQuit(const StartRequest& request, const QString& out, ThemeKind theme);

}  // namespace qdqlens
