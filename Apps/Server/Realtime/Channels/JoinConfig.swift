/// The parsed configuration of a channel join.
struct JoinConfig: Hashable {
  var acknowledges = false
  var hearsItself = false
  var presenceKey: String?
  var isPresent = true
  var isPrivate = false
  var bindings: [Binding] = []
  /// The client's current token; nil when the credential of the connection still applies.
  var token: String?

  init() {}

  /// Parses the payload of a join. Missing members have the defaults that clients assume.
  init(_ payload: [UInt8], limits: RealtimeLimits) throws(Malformed) {
    let parts = try ObjectMembers(payload[...])
    token = try parts.text("access_token")
    guard let config = try parts.parts("config") else { return }
    isPrivate = try config.flag("private") ?? false
    if let broadcast = try config.parts("broadcast") {
      acknowledges = try broadcast.flag("ack") ?? false
      hearsItself = try broadcast.flag("self") ?? false
    }
    if let presence = try config.parts("presence") {
      isPresent = try presence.flag("enabled") ?? true
      presenceKey = try presence.text("key").flatMap { $0.isEmpty ? nil : $0 }
      guard presenceKey?.utf8.count ?? 0 <= limits.presenceKey else {
        throw Malformed(what: "the presence key is longer than \(limits.presenceKey) bytes")
      }
    }
    guard let wanted = config.value("postgres_changes") else { return }
    let items = try JSONSlices.items(wanted)
    guard items.count <= limits.bindings else {
      throw Malformed(what: "a channel listens to \(limits.bindings) things at most")
    }
    for item in items { bindings.append(try Binding(item)) }
  }
}

/// The members of a JSON object by name; null counts as missing.
struct ObjectMembers {
  private let members: [JSONSlices.Member]

  init(_ bytes: ArraySlice<UInt8>) throws(Malformed) { members = try JSONSlices.members(bytes) }

  func value(_ name: String) -> ArraySlice<UInt8>? {
    guard let value = members.last(where: { $0.name == name })?.value, !JSONSlices.isNull(value) else { return nil }
    return value
  }

  func parts(_ name: String) throws(Malformed) -> ObjectMembers? {
    guard let value = value(name) else { return nil }
    guard JSONSlices.isObject(value) else { throw Malformed(what: "\(name) is an object") }
    return try ObjectMembers(value)
  }

  func text(_ name: String) throws(Malformed) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = JSONSlices.string(value) else { throw Malformed(what: "\(name) is a text") }
    return text
  }

  func flag(_ name: String) throws(Malformed) -> Bool? {
    guard let value = value(name) else { return nil }
    guard let flag = JSONSlices.bool(value) else { throw Malformed(what: "\(name) is true or false") }
    return flag
  }
}
