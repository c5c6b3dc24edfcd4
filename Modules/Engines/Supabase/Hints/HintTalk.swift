internal import JSON
internal import Kernel
internal import Platform

/// The state machine of a Phoenix channel (version 1.0.0 of the protocol: objects) that reports changes. A plain value:
/// it decides, and its thread performs the steps.
struct HintTalk: Sendable {
  enum Step: Sendable, Hashable {
    case say([UInt8])
    case tell(Hint)
    /// A heartbeat: time to check whether the token still lasts.
    case beat
    /// The connection is of no further use, with the reason.
    case end(String)
  }

  typealias Instant = ContinuousClock.Instant

  private let topic: String
  private let collections: [String]
  private let timing: HintTiming
  private var token: Redacted<String>
  private var refs = 1
  private var beatDue: Instant
  private var asked: (ref: String, due: Instant)?
  /// Nil while changes are reported.
  private var readyDue: Instant?
  /// The reference of the message whose reply shows that the server has accepted a new token.
  private var renewal: String?
  /// Whether the server closed the channel or refused it: the session may have ended.
  private(set) var isTurnedAway = false

  init(_ user: UUID, _ collections: [String], as token: Redacted<String>, _ timing: HintTiming, at now: Instant) {
    topic = "realtime:sync-\(user.uuidString.lowercased())"
    self.collections = collections
    self.token = token
    self.timing = timing
    beatDue = now + timing.beat
    readyDue = now + timing.ready
  }

  /// The next instant at which `tick` has something to do.
  var due: Instant { [beatDue, asked?.due, readyDue].compactMap(\.self).min() ?? beatDue }

  /// The first message to send.
  var join: [UInt8] {
    let changes = collections.map { name in
      JSON.object(["event": "*", "schema": "public", "table": .string(name)])
    }
    return frame(
      topic, "phx_join", ref: "1",
      [
        "access_token": .string(token.revealed),
        "config": [
          "broadcast": ["ack": false, "self": false], "presence": ["enabled": false, "key": ""], "private": false,
          "postgres_changes": .array(changes),
        ],
      ])
  }

  mutating func renew(_ new: Redacted<String>) -> [Step] {
    guard new != token else { return [] }
    token = new
    refs += 2
    renewal = "\(refs)"
    return [
      .say(frame(topic, "access_token", ref: "\(refs - 1)", ["access_token": .string(new.revealed)])),
      .say(frame("phoenix", "heartbeat", ref: "\(refs)", [:])),
    ]
  }

  mutating func tick(_ now: Instant) -> [Step] {
    if let asked, asked.due <= now { return [.end("the server does not answer")] }
    if let readyDue, readyDue <= now { return [.end("the server does not tell of changes")] }
    guard beatDue <= now else { return [] }
    beatDue = now + timing.beat
    refs += 1
    if asked == nil { asked = ("\(refs)", now + timing.answer) }
    return [.say(frame("phoenix", "heartbeat", ref: "\(refs)", [:])), .beat]
  }

  mutating func hear(_ text: [UInt8], at now: Instant) -> [Step] {
    do throws(JSONFlaw) {
      let heard = try HintHeard(text)
      // A reply to a later heartbeat proves as much.
      if heard.event == "phx_reply", heard.topic == "phoenix" {
        asked = nil
        guard heard.ref == renewal, readyDue == nil else { return [] }
        renewal = nil
        // The server has subscribed anew under the new token; changes in between must be pulled.
        return [.tell(.ready)]
      }
      guard heard.topic == topic else { return [] }
      return hear(heard, at: now)
    } catch {
      return [.end("what the server says cannot be read")]
    }
  }

  private mutating func hear(_ heard: HintHeard, at now: Instant) -> [Step] {
    switch heard.event {
    case "phx_reply" where heard.ref == "1":
      guard heard.status == "ok" else {
        isTurnedAway = true
        return [.end("the server lets nobody into the channel")]
      }
      return collections.isEmpty ? ready() : []
    case "system" where heard.status == "ok" && heard.part == "postgres_changes": return ready()
    case "system" where heard.status == "error":
      // The server reports ok when it has recovered, or closes the channel.
      readyDue = readyDue ?? now + timing.ready
      return []
    case "postgres_changes":
      guard let table = heard.table, collections.contains(table) else { return [] }
      return [.tell(.changed(table))]
    case "phx_close", "phx_error":
      isTurnedAway = true
      return [.end("the server closed the channel")]
    default: return []
    }
  }

  private mutating func ready() -> [Step] {
    readyDue = nil
    return [.tell(.ready)]
  }

  private func frame(_ topic: String, _ event: StaticString, ref: String, _ payload: JSON) -> [UInt8] {
    let frame: JSON = [
      "topic": .string(topic), "event": .string(event.description), "payload": payload, "ref": .string(ref),
      "join_ref": "1",
    ]
    // The frame holds only strings and flags, so encoding cannot fail.
    return (try? JSON.data(frame)).map(Array.init) ?? []
  }
}

/// The parts of a frame that matter for hints. Everything else, records above all, is skipped.
struct HintHeard: Sendable, Hashable {
  var topic = ""
  var event = ""
  var ref: String?
  var status: String?
  /// The subject of the message: the changes, or the channel.
  var part: String?
  var table: String?

  init(_ bytes: [UInt8]) throws(JSONFlaw) {
    var reader = JSONReader(bytes)
    try reader.openObject()
    while let key = try reader.nextKey() {
      switch reader.string(key) {
      case "topic": topic = try HintHeard.text(&reader) ?? ""
      case "event": event = try HintHeard.text(&reader) ?? ""
      case "ref": ref = try HintHeard.text(&reader)
      case "payload": try take(payload: &reader)
      default: try reader.skip()
      }
    }
    try reader.finish()
  }

  private mutating func take(payload reader: inout JSONReader) throws(JSONFlaw) {
    try HintHeard.members(&reader) { name, reader throws(JSONFlaw) in
      switch name {
      case "status": status = try HintHeard.text(&reader)
      case "extension": part = try HintHeard.text(&reader)
      case "data":
        try HintHeard.members(&reader) { name, reader throws(JSONFlaw) in
          if name == "table" { table = try HintHeard.text(&reader) } else { try reader.skip() }
        }
      default: try reader.skip()
      }
    }
  }

  /// Iterates over the members of an object; skips any other value.
  private static func members(
    _ reader: inout JSONReader, _ each: (String, inout JSONReader) throws(JSONFlaw) -> Void
  ) throws(JSONFlaw) {
    guard try reader.peek() == .object else {
      try reader.skip()
      return
    }
    try reader.openObject()
    while let key = try reader.nextKey() { try each(reader.string(key), &reader) }
  }

  private static func text(_ reader: inout JSONReader) throws(JSONFlaw) -> String? {
    guard try reader.peek() == .string else {
      try reader.skip()
      return nil
    }
    return try reader.string()
  }
}
