// A window on a model, and hands.
#pragma once

#include <gtest/gtest.h>

#include <QPoint>
#include <QTest>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "tests/support/paths.h"
#include "ui/canvas/canvas_view.h"
#include "ui/shell/appearance.h"
#include "ui/shell/main_window.h"

namespace qdqlens::test {

/// Runs the event loop until it holds, or for a generous while; says whether it holds.
[[nodiscard]] bool eventually(const std::function<bool()>& holds);

/// A shown window of 1200 × 800.
class TestWindow {
  public:
    explicit TestWindow(std::unique_ptr<LayoutEngine> engine = nullptr);
    ~TestWindow();

    [[nodiscard]] MainWindow& window() { return *window_; }
    [[nodiscard]] Session& session() { return window_->session(); }
    [[nodiscard]] CanvasView& canvas() { return window_->canvas(); }
    [[nodiscard]] const Scene& scene() { return window_->session().shown().figure->scene; }
    [[nodiscard]] QString message();

    /// Opens and waits for the picture; without a level, at that which the window chooses.
    void open(const std::filesystem::path& path, const std::string& focus = {},
              std::optional<Level> level = {});
    /// Does it and waits for the new picture.
    void andSee(const std::function<void()>& act);

    /// The index of a box by node name; fails the test where there is none.
    [[nodiscard]] std::uint32_t box(const std::string& name);
    [[nodiscard]] bool shows(const std::string& name);
    /// Its middle on the viewport. The canvas is scrolled to it first.
    [[nodiscard]] QPoint place(const std::string& name);
    void click(const std::string& name);
    void doubleClick(const std::string& name);
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);

  private:
    Appearance appearance_;
    MainWindow* window_;
};

/// The sample model in a folder of its own.
class SampleFile {
  public:
    SampleFile();
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::filesystem::path out(const std::string& name) const { return folder_.path() / name; }
    [[nodiscard]] std::filesystem::path write(const std::string& name, const std::string& bytes) const {
        return folder_.file(name, bytes);
    }

  private:
    TemporaryFolder folder_;
    std::filesystem::path path_;
};

/// A model whose whole picture is long and has far uses: a chain of nodes n0, n1, … and a value that is used
/// all along it.
[[nodiscard]] std::string longModel(int length);

}  // namespace qdqlens::test
