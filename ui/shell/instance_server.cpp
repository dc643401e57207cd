#include "ui/shell/instance_server.h"

#include <QCryptographicHash>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalServer>
#include <QLocalSocket>
#include <QStandardPaths>

namespace qdqlens {

namespace {

constexpr int kPatienceMs = 1500;
constexpr qint64 kMostBytes = 1 << 20;
constexpr char kTaken[] = "taken\n";

}  // namespace

QByteArray StartRequest::toJson() const {
    QJsonObject object{{QStringLiteral("models"), QJsonArray::fromStringList(models)},
                       {QStringLiteral("focus"), focus},
                       {QStringLiteral("theme"), theme},
                       {QStringLiteral("level"), level},
                       {QStringLiteral("expand"), QJsonArray::fromStringList(expanded)},
                       {QStringLiteral("compare"), compare}};
    if (hops) {
        object.insert(QStringLiteral("hops"), *hops);
    }
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

std::optional<StartRequest> StartRequest::fromJson(const QByteArray& json) {
    const QJsonDocument document = QJsonDocument::fromJson(json);
    if (!document.isObject()) {
        return std::nullopt;
    }
    const QJsonObject object = document.object();
    StartRequest request;
    for (const auto& model : object.value(QStringLiteral("models")).toArray()) {
        request.models.append(model.toString());
    }
    request.focus = object.value(QStringLiteral("focus")).toString();
    request.theme = object.value(QStringLiteral("theme")).toString();
    request.level = object.value(QStringLiteral("level")).toString();
    for (const auto& group : object.value(QStringLiteral("expand")).toArray()) {
        request.expanded.append(group.toString());
    }
    request.compare = object.value(QStringLiteral("compare")).toBool() && request.models.size() == 2;
    if (object.contains(QStringLiteral("hops"))) {
        request.hops = object.value(QStringLiteral("hops")).toInt();
    }
    return request;
}

InstanceServer::InstanceServer(QString name, QObject* parent)
    : QObject(parent), name_(std::move(name)), server_(new QLocalServer(this)) {
    server_->setSocketOptions(QLocalServer::UserAccessOption);
    connect(server_, &QLocalServer::newConnection, this, &InstanceServer::accept);
}

QString InstanceServer::serverName() {
    // In the user's own runtime folder nobody else can sit on the name.
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
    const QByteArray display =
        qgetenv("WAYLAND_DISPLAY") + '|' + qgetenv("DISPLAY") + '|' + qgetenv("QT_QPA_PLATFORM");
    const QString tag =
        QString::fromLatin1(QCryptographicHash::hash(display, QCryptographicHash::Sha1).toHex().left(8));
    return QDir(folder).filePath(QStringLiteral("qdqlens-%1").arg(tag));
}

bool InstanceServer::handOver(const QString& name, const StartRequest& request) {
    QLocalSocket socket;
    socket.connectToServer(name);
    if (!socket.waitForConnected(kPatienceMs)) {
        return false;
    }
    socket.write(request.toJson() + '\n');
    QByteArray answer;
    while (!answer.contains('\n') && socket.waitForReadyRead(kPatienceMs)) {
        answer += socket.readAll();
    }
    return answer == kTaken;
}

bool InstanceServer::listen() {
    if (server_->listen(name_)) {
        return true;
    }
    // A socket that a crashed viewer left behind: nobody answered handOver.
    QLocalServer::removeServer(name_);
    return server_->listen(name_);
}

void InstanceServer::accept() {
    while (QLocalSocket* socket = server_->nextPendingConnection()) {
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        connect(socket, &QLocalSocket::readyRead, this, [this, socket] {
            if (!socket->canReadLine()) {
                if (socket->bytesAvailable() > kMostBytes) {
                    socket->abort();
                }
                return;
            }
            if (const auto request = StartRequest::fromJson(socket->readLine())) {
                socket->write(kTaken);
                socket->flush();
                Q_EMIT requested(*request);
            }
            socket->disconnectFromServer();
        });
    }
}

}  // namespace qdqlens
