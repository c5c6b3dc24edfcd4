/// A notification on its way to a device.
public struct PushMessage: Sendable, Hashable {
  public enum Urgency: String, Sendable, Hashable, CaseIterable {
    /// Delivered when it suits the device.
    case low
    case normal
    /// Delivered at once, also to a device that saves power.
    case high
  }

  /// The words on the lock screen. They carry nothing personal.
  public var title: String
  public var body: String
  /// The signed link that a tap opens.
  public var link: String
  /// The identifier by which a device knows a notification that it has already.
  public var id: String
  public var urgency: Urgency
  /// Seconds for which the service keeps it for a device that is away; 0 for not at all.
  public var lifetime: Int
  /// A later message of the same name takes the place of this one while it waits: at most 32 letters, digits, - and _.
  public var topic: String?
  public var badge: Int?
  /// The name of the channel under which a device lists it.
  public var channel: String?
  /// Whether one of the person's devices has told of it already, so that an app in front of the person keeps silent.
  public var isEcho = false
  /// The end of its validity in seconds since 1970, and the signature of all that a device acts on.
  public internal(set) var expires: Int?
  public internal(set) var signature: String?

  public init(
    id: String, title: String, body: String, link: String, urgency: Urgency = .normal, lifetime: Int = 86_400,
    topic: String? = nil, badge: Int? = nil
  ) {
    self.id = id
    self.title = title
    self.body = body
    self.link = link
    self.urgency = urgency
    self.lifetime = max(0, min(lifetime, 28 * 86_400))
    self.topic = topic
    self.badge = badge
  }

  /// The topic if services take it as it is.
  var safeTopic: String? {
    guard let topic, 1...32 ~= topic.utf8.count else { return nil }
    let isSafe = topic.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    return isSafe ? topic : nil
  }
}
