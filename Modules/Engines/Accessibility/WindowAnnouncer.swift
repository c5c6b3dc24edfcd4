public import Interface

/// Decides what one window announces: of the steps between its frames, and of what its features say beside them.
///
/// The words of a feature are not repeated by the screen that shows them, nor the other way round, until the person acts
/// again. Changes behind a dialog are announced when the dialog is gone.
public struct WindowAnnouncer: Sendable {
  private var last: Frame?
  /// The last frame without a dialog.
  private var uncovered: Frame?
  /// The texts that features said and no frame has shown since.
  private var said: Set<String> = []
  /// The texts that frames announced and no feature has said since.
  private var shown: Set<String> = []

  private static let most = 100

  public init() {}

  /// Begins a new turn: the person has acted, and may be told the same again.
  public mutating func begin() { (said, shown) = ([], []) }

  /// Returns whether a feature's text is to be announced. It is not when the screen has announced it already.
  public mutating func admits(_ text: String) -> Bool {
    if shown.remove(text) != nil { return false }
    if said.count < WindowAnnouncer.most { said.insert(text) }
    return true
  }

  /// Returns the announcements for the step to a frame. Of the first frame there are none, since a face reads it as a whole.
  /// Messages in front of the screen are left out: the window tells each of them once, when it begins to be shown.
  public mutating func follow(_ frame: Frame) -> [Announcement] {
    var frame = frame
    frame.toasts = []
    defer {
      last = frame
      if frame.dialog == nil { uncovered = frame }
    }
    guard let last else { return [] }
    let isUncovered = last.dialog != nil && frame.dialog == nil
    let before = isUncovered ? uncovered ?? last : last
    return Announcer.announcements(from: before, to: frame).filter { announcement in
      if said.remove(announcement.text) != nil { return false }
      if shown.count < WindowAnnouncer.most { shown.insert(announcement.text) }
      return true
    }
  }
}
