/// A broadcast sent over HTTP.
struct PostedBroadcast: Hashable {
  let room: Room.Name
  /// The payload that clients receive.
  let payload: [UInt8]

  init(topic: String, event: String, isPrivate: Bool, content: ArraySlice<UInt8>) throws(Malformed) {
    guard !topic.isEmpty, topic.utf8.count <= 255 else { throw Malformed(what: "a topic has 1 to 255 bytes") }
    guard !event.isEmpty, event.utf8.count <= 255 else { throw Malformed(what: "an event has 1 to 255 bytes") }
    let content = content.isEmpty ? Array("{}".utf8)[...] : content
    guard String(validating: content, as: UTF8.self) != nil, JSONSlices.isWhole(content) else {
      throw Malformed(what: "a payload is JSON")
    }
    room = Room.Name(topic: topic, isPrivate: isPrivate)
    payload = [UInt8](#"{"type":"broadcast","event":\#(event),"payload":\#(raw: content)}"#)
  }

  /// Parses `{"messages":[{"topic":...,"event":...,"payload":...,"private":...}]}`.
  static func batch(_ body: ArraySlice<UInt8>, _ limits: RealtimeLimits) throws(Malformed) -> [PostedBroadcast] {
    guard String(validating: body, as: UTF8.self) != nil else { throw Malformed(what: "the body is no UTF-8") }
    guard let messages = try ObjectMembers(body).value("messages") else { throw Malformed(what: "messages is a list") }
    let items = try JSONSlices.items(messages)
    guard items.count <= limits.posted else { throw Malformed(what: "\(limits.posted) messages at most") }
    var broadcasts: [PostedBroadcast] = []
    for item in items {
      let parts = try ObjectMembers(item)
      guard let topic = try parts.text("topic"), let event = try parts.text("event") else {
        throw Malformed(what: "a message has a topic and an event")
      }
      broadcasts.append(
        try PostedBroadcast(
          topic: topic, event: event, isPrivate: try parts.flag("private") ?? false,
          content: parts.value("payload") ?? []))
    }
    return broadcasts
  }
}
