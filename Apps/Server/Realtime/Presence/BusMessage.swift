/// Messages between instances on one database, encoded as JSON arrays.
enum BusMessage: Hashable {
  /// The sending instance is alive; `hello` also asks the others for their presence.
  case alive, hello
  /// The sending instance stops.
  case gone
  case broadcast(Room.Name, payload: [UInt8])
  case track(Room.Name, key: String, member: Int, ref: String, content: [UInt8])
  case untrack(Room.Name, member: Int)

  func bytes(from instance: String) -> [UInt8] {
    switch self {
    case .alive: [UInt8](#"["alive",\#(instance)]"#)
    case .hello: [UInt8](#"["hello",\#(instance)]"#)
    case .gone: [UInt8](#"["gone",\#(instance)]"#)
    case .broadcast(let room, let payload):
      [UInt8](#"["broadcast",\#(instance),\#(room.topic),\#(room.isPrivate ? 1 : 0),\#(raw: payload)]"#)
    case .track(let room, let key, let member, let ref, let content):
      [UInt8](
        #"["track",\#(instance),\#(room.topic),\#(room.isPrivate ? 1 : 0),\#(member),\#(key),\#(ref),{\#(raw: content)}]"#
      )
    case .untrack(let room, let member):
      [UInt8](#"["untrack",\#(instance),\#(room.topic),\#(room.isPrivate ? 1 : 0),\#(member)]"#)
    }
  }

  /// Decodes a message; nil when it is malformed.
  static func read(_ bytes: [UInt8]) -> (instance: String, message: BusMessage)? {
    guard String(validating: bytes, as: UTF8.self) != nil, let items = try? JSONSlices.items(bytes[...]),
      items.count >= 2, let kind = JSONSlices.string(items[0]), let instance = JSONSlices.string(items[1])
    else { return nil }
    func number(_ index: Int) -> Int? { Int(String(decoding: items[index], as: UTF8.self)) }
    var room: Room.Name?
    if items.count >= 4, let topic = JSONSlices.string(items[2]), let isPrivate = number(3) {
      room = Room.Name(topic: topic, isPrivate: isPrivate == 1)
    }
    switch (kind, items.count, room) {
    case ("alive", 2, nil): return (instance, .alive)
    case ("hello", 2, nil): return (instance, .hello)
    case ("gone", 2, nil): return (instance, .gone)
    case ("broadcast", 5, let room?):
      guard JSONSlices.isObject(items[4]) else { return nil }
      return (instance, .broadcast(room, payload: Array(items[4])))
    case ("track", 8, let room?):
      guard let member = number(4), let key = JSONSlices.string(items[5]), let ref = JSONSlices.string(items[6]),
        let content = try? Presence.content(items[7])
      else { return nil }
      return (instance, .track(room, key: key, member: member, ref: ref, content: content))
    case ("untrack", 5, let room?):
      guard let member = number(4) else { return nil }
      return (instance, .untrack(room, member: member))
    default: return nil
    }
  }
}
