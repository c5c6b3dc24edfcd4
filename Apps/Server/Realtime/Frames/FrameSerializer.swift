/// The two frame serializers of Phoenix channels, which a client selects by `vsn`.
enum FrameSerializer: Sendable, Hashable {
  /// 1.0.0: `{"topic":...,"event":...,"payload":...,"ref":...}`.
  case objects
  /// 2.0.0: `[join_ref,ref,topic,event,payload]`.
  case arrays

  /// Nil for an unsupported version.
  init?(version: String?) {
    switch version {
    case nil, "1.0.0": self = .objects
    case "2.0.0": self = .arrays
    default: return nil
    }
  }

  static let null = Array("null".utf8)

  // MARK: Outgoing frames

  /// Encodes an outgoing frame. Every part except the event's name is JSON already.
  ///
  /// Frames that are no reply have an explicit `"ref":null`: a client drops frames without one.
  func frame(
    joinRef: [UInt8] = FrameSerializer.null, ref: [UInt8] = FrameSerializer.null, topic: [UInt8], event: StaticString,
    payload: [UInt8]
  ) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(joinRef.count + ref.count + topic.count + payload.count + event.utf8CodeUnitCount + 48)
    switch self {
    case .objects:
      out += #"{"topic":"#
      out += topic
      out += #","event":""#
      out += event
      out += #"","payload":"#
      out += payload
      out += #","ref":"#
      out += ref
      out += "}"
    case .arrays:
      out += "["
      out += joinRef
      out += ","
      out += ref
      out += ","
      out += topic
      out += #",""#
      out += event
      out += #"","#
      out += payload
      out += "]"
    }
    return out
  }

  // MARK: Incoming frames

  func read(_ text: String) throws(Malformed) -> ClientFrame {
    let bytes = Array(text.utf8)[...]
    switch self {
    case .objects: return try ClientFrame(members: JSONSlices.members(bytes))
    case .arrays:
      let items = try JSONSlices.items(bytes)
      guard items.count == 5 else { throw Malformed(what: "a frame has five parts") }
      return try ClientFrame(
        joinRef: items[0], ref: items[1], topic: items[2], event: items[3], payload: items[4])
    }
  }
}

/// A frame from a client.
struct ClientFrame: Hashable {
  /// JSON, since a reply repeats the same bytes.
  var joinRef = FrameSerializer.null
  var ref = FrameSerializer.null
  let topic: String
  let event: String
  /// A JSON object, unmodified.
  var payload: [UInt8]

  init(
    joinRef: [UInt8] = FrameSerializer.null, ref: [UInt8] = FrameSerializer.null, topic: String, event: String,
    payload: [UInt8]
  ) {
    self.joinRef = joinRef
    self.ref = ref
    self.topic = topic
    self.event = event
    self.payload = payload
  }

  fileprivate init(members: [JSONSlices.Member]) throws(Malformed) {
    func part(_ name: String) -> ArraySlice<UInt8>? { members.last { $0.name == name }?.value }
    let null = FrameSerializer.null[...]
    try self.init(
      joinRef: part("join_ref") ?? null, ref: part("ref") ?? null, topic: part("topic") ?? null,
      event: part("event") ?? null, payload: part("payload") ?? null)
  }

  fileprivate init(
    joinRef: ArraySlice<UInt8>, ref: ArraySlice<UInt8>, topic: ArraySlice<UInt8>, event: ArraySlice<UInt8>,
    payload: ArraySlice<UInt8>
  ) throws(Malformed) {
    guard let topic = JSONSlices.string(topic), let event = JSONSlices.string(event), event.utf8.count <= 64 else {
      throw Malformed(what: "a frame has a topic and an event")
    }
    guard JSONSlices.isObject(payload) || JSONSlices.isNull(payload) else {
      throw Malformed(what: "a payload is an object")
    }
    self.init(
      joinRef: try ClientFrame.reference(joinRef), ref: try ClientFrame.reference(ref), topic: topic, event: event,
      payload: JSONSlices.isNull(payload) ? Array("{}".utf8) : Array(payload))
  }

  private static func reference(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> [UInt8] {
    guard bytes.count <= 64, let first = bytes.first, first != UInt8(ascii: "{"), first != UInt8(ascii: "[") else {
      throw Malformed(what: "a ref is a short text")
    }
    return Array(bytes)
  }
}
