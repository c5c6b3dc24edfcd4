public import Interface
public import Kernel

/// An output of a window other than its frames. Each front end presents it in its own way: speech, vibration, a
/// message.
public enum Outlet: Sendable, Equatable {
  case toast(Toast)
  /// Words for screen readers, which the screen does not show.
  case announcement(Announcement)
  /// Words for screen readers about a change that the screen shows.
  case changed(Announcement)
  case haptic(Haptic)
  case notification(PushNotification)
  /// Notifications of these names were opened, read or cleared, here or on another device.
  case withdrawn([String])
  case problem(Problem)
  /// A photo is requested. `Command.photo` answers, with or without the number.
  case photoAsked(id: Int)
  /// A file is ready to be handed over. `Command.delivered` reports what became of it.
  case fileOffered(FileOffer)
  /// A page is to be opened in the system's browser. `Command.browsed` answers.
  case browserAsked(BrowserVisit)
  /// A page or a mail outside of the product is to be opened. Nothing answers.
  case addressAsked(OutgoingAddress)
  /// Speech is to be turned into text, or text to be read aloud. `Command.speech` answers.
  case speechAsked(SpeechRequest)
  /// Back was pressed on the first screen: the app may go to the background.
  case leave
}

/// A notification as it reaches the device.
public struct PushNotification: Sendable, Hashable, Codable {
  public let title: String
  public let body: String
  /// The signed link that tapping it follows.
  public let link: String?
  /// The name by which a device knows one that it has shown; nil for one that the server sent without.
  public let name: String?
  /// The labels of its buttons, which the banner in the window offers too.
  public let actions: [String]?
  /// The picture beside it, by the name of its icon, such as "medal" for an achievement.
  public let image: String?
  /// The whole text of one whose body is only its beginning, for a device that can unfold it.
  public let expanded: String?
  /// The channel under which a device lists it.
  public let channel: String?
  /// Whether it goes into the device's list without sound or banner.
  public let isSilent: Bool?

  /// The longest body in characters, which a lock screen shows in two lines.
  public static let longestBody = 110

  public init(
    title: String, body: String, link: String? = nil, name: String? = nil, actions: [String]? = nil,
    image: String? = nil, channel: String? = nil, isSilent: Bool? = nil,
    expanded: String? = nil
  ) {
    self.image = image
    self.channel = channel
    self.isSilent = isSilent
    self.expanded = expanded
    self.title = title
    self.body = body
    self.link = link
    self.name = name
    self.actions = actions
  }
}

extension PushNotification {
  /// The beginning of a long text, cut between words, and the whole of it; a short one stands alone.
  static func folded(_ body: String) -> (body: String, expanded: String?) {
    guard body.count > longestBody else { return (body, nil) }
    let start = body.prefix(longestBody - 1)
    let words = start.lastIndex(where: \.isWhitespace).map { start[..<$0] } ?? start
    return ("\(words)…", body)
  }
}

/// A button of a notification.
package struct NotificationButton: Sendable {
  package let label: String
  package let action: Bound

  package init(_ label: String, does action: Bound) {
    self.label = label
    self.action = action
  }
}
