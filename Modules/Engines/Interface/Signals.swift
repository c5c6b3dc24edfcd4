public import Kernel

/// A short temporary message. The window shows one at a time, once.
public struct Toast: Sendable, Hashable, Codable {
  public let text: String
  /// The text to show instead while the server cannot be reached.
  public let offline: String?
  public let tone: Tone
  /// An optional action for the person.
  public let way: Way?
  /// The page of what the message is about, which a button opens.
  public let page: Page?
  /// The thing that it is about, such as an entry. A newer message about it takes its place. It is never shown or sent.
  public private(set) var subject: String?

  private enum CodingKeys: String, CodingKey { case text, offline, tone, way, page }

  public struct Page: Sendable, Hashable, Codable {
    public let label: String
    public let route: Route

    public init(_ label: String, _ route: Route) {
      self.label = label
      self.route = route
    }
  }

  public struct Way: Sendable, Hashable, Codable {
    public let label: String
    /// A signed link, verified before it is followed.
    public let link: String

    public init(_ label: String, link: String) {
      self.label = label
      self.link = link
    }
  }

  public init(_ text: String, offline: String? = nil, tone: Tone = .info, way: Way? = nil, page: Page? = nil) {
    self.text = text
    self.offline = offline
    self.tone = tone
    self.way = way
    self.page = page
  }

  public init(_ problem: Problem) { self.init(problem.sentence, tone: .warning) }

  /// The toast as it is shown, with the text that holds for this connection.
  public func shown(isOnline: Bool) -> Toast {
    Toast(isOnline ? text : offline ?? text, tone: tone, way: way, page: page).about(subject)
  }

  /// The toast with the thing that it is about.
  public func about(_ subject: String?) -> Toast {
    var toast = self
    toast.subject = subject
    return toast
  }
}

/// A message for screen readers that is independent of focus.
public struct Announcement: Sendable, Hashable, Codable {
  public enum Urgency: String, Sendable, Hashable, Codable {
    case polite, assertive
  }

  public let text: String
  public let urgency: Urgency

  public init(_ text: String, urgency: Urgency = .polite) {
    self.text = text
    self.urgency = urgency
  }
}

/// A haptic signal by its meaning; a face implements it in its own way or not at all.
public enum Haptic: String, Sendable, Hashable, Codable, CaseIterable {
  case selection, success, warning, error
  /// In a conversation: a message arrives, something about the person was found, a question waits.
  case arrival, insight, question
}
