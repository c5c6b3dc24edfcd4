internal import Interface
internal import JSON

/// The frames sent to one client: each whole, or as a patch of the one sent before it.
struct FrameSending {
  enum Form: String, Sendable, CaseIterable {
    case whole, differences
  }

  private(set) var form = Form.whole
  /// The frame that the client has, by the messages sent so far.
  private var sent: Frame?
  private var revision = 0

  /// Chooses the form of the frames from here on. The next one is whole in any form.
  mutating func use(_ form: Form) {
    self.form = form
    sent = nil
  }

  /// Encodes a frame. The message must be sent before another one is encoded.
  mutating func text(of frame: Frame) -> String {
    guard form == .differences else { return MessageEncoding.text(frame) }
    revision += 1
    defer { sent = frame }
    guard let sent, let patch = FramePatch(from: sent, to: frame) else {
      return #"{"frame":\#(MessageEncoding.text(frame)),"revision":\#(revision)}"#
    }
    let (changes, members) = (MessageEncoding.text(patch.changes), MessageEncoding.text(patch.members))
    return #"{"changes":\#(changes),"members":\#(members),"previous":\#(revision - 1),"revision":\#(revision)}"#
  }
}
