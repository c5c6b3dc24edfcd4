/// One topic and its members. Confined to the hub.
final class Room {
  /// A room's identity. A private topic and a public one of the same name are unrelated.
  struct Name: Hashable {
    /// The topic without the client's prefix `realtime:`.
    let topic: String
    let isPrivate: Bool
  }

  static let prefix = "realtime:"

  let name: Name
  /// The full topic as a JSON string, as it occurs in every frame.
  let topic: [UInt8]
  var members: [Int: ChannelMember] = [:]
  var presence = Presence()

  init(_ name: Name) {
    self.name = name
    topic = JSONSlices.quoted(Room.prefix + name.topic)
  }

  var isEmpty: Bool { members.isEmpty && presence.count == 0 }
}
