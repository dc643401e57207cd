#include "ui/shell/runtime_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "core/export/runtime_report.h"
#include "ui/models/text.h"

namespace qdqlens {

namespace {

/// The dims that the file says, 1 for what it leaves open.
QString givenDims(const onnx::Type& type) {
    QStringList dims;
    for (const onnx::Dim& dim : type.shape) {
        dims.append(QString::number(dim.kind == onnx::Dim::Kind::kValue ? dim.value : 1));
    }
    return dims.join(u',');
}

}  // namespace

RuntimeDialog::RuntimeDialog(std::filesystem::path model, std::shared_ptr<const Scope> scope, QWidget* parent)
    : QDialog(parent),
      model_(std::move(model)),
      scope_(std::move(scope)),
      int8_(new QComboBox(this)),
      minutes_(new QSpinBox(this)),
      progress_(new QProgressBar(this)),
      stage_(new QLabel(this)),
      result_(new QLabel(this)) {
    setWindowTitle(tr("Ask ONNX Runtime"));
    auto* layout = new QVBoxLayout(this);
    auto* about = new QLabel(
        tr("Loads and runs the model with the ONNX Runtime that is installed here, in a process of "
           "its own, on made-up inputs of these dims."),
        this);
    about->setWordWrap(true);
    layout->addWidget(about);
    auto* form = new QFormLayout;
    layout->addLayout(form);
    makeInputs(form);
    int8_->addItem(tr("As the machine has it"), static_cast<int>(runtime::Int8::kAuto));
    int8_->addItem(tr("Allowed"), static_cast<int>(runtime::Int8::kOn));
    int8_->addItem(tr("Not allowed"), static_cast<int>(runtime::Int8::kOff));
    form->addRow(tr("int8 &activations:"), int8_);
    minutes_->setRange(1, 24 * 60);
    minutes_->setValue(10);
    minutes_->setSuffix(tr(" min"));
    form->addRow(tr("&Time limit:"), minutes_);
    progress_->setRange(0, 0);
    progress_->setTextVisible(false);
    layout->addWidget(progress_);
    layout->addWidget(stage_);
    result_->setTextFormat(Qt::PlainText);
    result_->setWordWrap(true);
    result_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    result_->setAccessibleName(tr("What the runtime said"));
    layout->addWidget(result_);
    layout->addStretch(1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    run_ = buttons->addButton(tr("&Run"), QDialogButtonBox::ActionRole);
    stop_ = buttons->addButton(tr("&Stop"), QDialogButtonBox::ActionRole);
    compare_ = buttons->addButton(tr("&Compare With the Optimized Model"), QDialogButtonBox::ActionRole);
    compare_->setEnabled(false);
    run_->setDefault(true);
    layout->addWidget(buttons);
    connect(run_, &QPushButton::clicked, this, &RuntimeDialog::run);
    connect(stop_, &QPushButton::clicked, this, &RuntimeDialog::stop);
    connect(compare_, &QPushButton::clicked, this, &RuntimeDialog::optimizedWanted);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    setRunning(false);
    resize(520, sizeHint().height());
}

void RuntimeDialog::makeInputs(QFormLayout* form) {
    const Topology& topology = scope_->topology();
    for (const onnx::ValueInfo& input : scope_->graph().inputs) {
        const ValueId value = topology.findValue(input.name);
        if (value != kNoValue && !topology.value(value).isInput()) {
            continue;  // An initializer that is listed among the inputs.
        }
        if (input.type.kind != onnx::Type::Kind::kTensor) {
            continue;
        }
        auto* edit = new QLineEdit(givenDims(input.type), this);
        edit->setToolTip(declaredTypeText(input.type));
        edit->setPlaceholderText(input.type.has_shape ? tr("scalar") : tr("dims, as 1,3,224,224"));
        dims_[std::string(input.name)] = edit;
        form->addRow(tr("Dims of %1:").arg(shownText(input.name)), edit);
    }
}

QLineEdit* RuntimeDialog::dimsEdit(const QString& input) const {
    const auto found = dims_.find(input.toStdString());
    return found == dims_.end() ? nullptr : found->second;
}

QString RuntimeDialog::resultText() const {
    return result_->text();
}

Result<runtime::Question> RuntimeDialog::question() const {
    runtime::Question question;
    question.model = model_;
    question.int8 = static_cast<runtime::Int8>(int8_->currentData().toInt());
    question.limit = std::chrono::minutes(minutes_->value());
    for (const auto& [name, edit] : dims_) {
        const QString dims = edit->text().remove(u' ');
        if (dims.isEmpty()) {
            continue;
        }
        auto setting = parseShapeSetting(name + "=" + dims.toStdString());
        if (!setting) {
            return fail(ErrorKind::kUsage,
                        tr("The dims of %1 are numbers with commas between them, as 1,3,224,224.")
                            .arg(shownText(name))
                            .toStdString());
        }
        question.dims.push_back(std::move(*setting));
    }
    return question;
}

void RuntimeDialog::run() {
    auto asked = question();
    if (!asked) {
        setResult(toQString(asked.error().what), true);
        return;
    }
    result_->clear();
    compare_->setEnabled(false);
    setRunning(true);
    line_.replace(
        [this, question = std::move(*asked), scope = scope_](const std::stop_token& stop) {
            const auto tell = [this](const std::string& stage) {
                QMetaObject::invokeMethod(
                    this, [this, stage] { stage_->setText(toQString(stage)); }, Qt::QueuedConnection);
            };
            return runtime::verify(question, scope, tell, stop);
        },
        [this](const Result<runtime::Verdict>& verdict) { showAnswer(verdict); });
}

void RuntimeDialog::stop() {
    line_.stop();
    setRunning(false);
    setResult(tr("Stopped."), false);
}

void RuntimeDialog::showAnswer(const Result<runtime::Verdict>& asked) {
    setRunning(false);
    if (!asked) {
        setResult(toQString(asked.error().message()), true);
        return;
    }
    const auto verdict = std::make_shared<const runtime::Verdict>(*asked);
    QString text = toQString(verdictText(*verdict)).trimmed();
    if (!verdict->nodes.empty()) {
        text += u'\n' + toQString(verdictTable(*verdict).notes.front());
    }
    setResult(text, !verdict->held());
    compare_->setEnabled(verdict->optimized != nullptr);
    Q_EMIT answered(verdict);
}

void RuntimeDialog::setRunning(bool running) {
    progress_->setVisible(running);
    stage_->setVisible(running);
    run_->setEnabled(!running);
    stop_->setEnabled(running);
}

void RuntimeDialog::setResult(const QString& text, bool failed) {
    result_->setText(text);
    QFont font = result_->font();
    font.setBold(failed);
    result_->setFont(font);
}

}  // namespace qdqlens
