// One running viewer a user and display: a second start hands its wishes over and ends.
#pragma once

#include <QObject>
#include <QStringList>
#include <optional>

class QLocalServer;

namespace qdqlens {

/// What somebody typed, as far as a running viewer needs to know it.
struct StartRequest {
    QStringList models;  ///< Absolute paths.
    QString focus;
    std::optional<int> hops;
    QString theme;              ///< "" where not given.
    bool compare = false;       ///< Exactly two models, beside each other in one window.
    QString level = {};         ///< "nodes", "units", "modules"; "" where not given.
    QStringList expanded = {};  ///< Groups to be open.

    [[nodiscard]] QByteArray toJson() const;
    [[nodiscard]] static std::optional<StartRequest> fromJson(const QByteArray& json);
};

class InstanceServer : public QObject {
    Q_OBJECT

  public:
    /// `name` as from serverName().
    explicit InstanceServer(QString name, QObject* parent = nullptr);

    /// True: a running viewer has taken the request. False: there is none.
    [[nodiscard]] static bool handOver(const QString& name, const StartRequest& request);
    /// Listens; false where that is not possible (the viewer then runs by itself).
    bool listen();

    /// By user and display.
    [[nodiscard]] static QString serverName();

  Q_SIGNALS:
    void requested(const StartRequest& request);

  private:
    void accept();

    QString name_;
    QLocalServer* server_;
};

}  // namespace qdqlens
