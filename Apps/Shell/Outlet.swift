public import Interface
public import Kernel

/// What a window says beside its frames. A face makes of it what it can: speech, a vibration, a message.
public enum Outlet: Sendable, Equatable {
  case toast(Toast)
  case announcement(Announcement)
  case haptic(Haptic)
  case notification(Push)
  case problem(Problem)
  /// A photo is waited for. `Command.photo` answers, by the number or without.
  case photoAsked(id: Int)
  /// Back on the first screen of all: the app may be put away.
  case leave
}

/// A notification as it reaches the device.
public struct Push: Sendable, Hashable, Codable {
  public let title: String
  public let body: String
  /// The signed link that tapping it follows.
  public let link: String?

  public init(title: String, body: String, link: String? = nil) {
    self.title = title
    self.body = body
    self.link = link
  }
}
