// GoogleTest under a QApplication whose settings are nobody's.
#include <gtest/gtest.h>

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>

#include "tests/support/paths.h"

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    const qdqlens::test::TemporaryFolder folder;
    QStandardPaths::setTestModeEnabled(true);
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope,
                       QString::fromStdString(folder.path().string()));
    const QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("qdqlens-test"));
    QCoreApplication::setApplicationName(QStringLiteral("qdqlens-test"));
    return RUN_ALL_TESTS();
}
