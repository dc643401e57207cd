// The look of what one types into, the same in light and dark.
#pragma once

class QLineEdit;

namespace qdqlens {

/// A frame that can be seen, in the accent colour while it has the keyboard. A file that is dropped on it is
/// left to the window.
void setUpEdit(QLineEdit* edit);

}  // namespace qdqlens
