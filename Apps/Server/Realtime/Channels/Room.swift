/// All who have joined one topic. Lives inside the hub and nowhere else.
final class Room {
  /// A private topic and a public one of the same name have nothing to do with each other.
  struct Name: Hashable {
    /// Without the `realtime:` that clients write before it.
    let topic: String
    let isPrivate: Bool
  }

  static let prefix = "realtime:"

  let name: Name
  /// The whole topic as JSON, as it stands in every frame.
  let topic: [UInt8]
  var members: [Int: Member] = [:]
  var presence = Presence()

  init(_ name: Name) {
    self.name = name
    topic = JSONText.quoted(Room.prefix + name.topic)
  }

  var isEmpty: Bool { members.isEmpty && presence.count == 0 }
}
