internal import JSON
internal import Platform

extension PushAnswer {
  public init(_ bytes: [UInt8]) throws(WireFlaw) {
    self = try WireFlaw.reading(bytes, atMost: WireBounds.answer) { reader throws(JSONFlaw) in
      var epoch: String?
      var results: [Result]?
      try reader.openObject()
      while let key = try reader.nextKey() {
        if reader.says(key, "epoch") {
          epoch = try reader.word("epoch")
        } else if reader.says(key, "results") {
          results = try reader.list(atMost: Push.mostEntries, of: "results") { reader throws(JSONFlaw) in
            try Result(&reader)
          }
        } else {
          try reader.skip()
        }
      }
      return PushAnswer(epoch: try reader.needed(epoch, "epoch"), results: try reader.needed(results, "results"))
    }
  }

  /// The message as a server sends it.
  public var bytes: [UInt8] {
    var writer = WireWriter()
    writer.say(#"{"epoch":"#)
    writer.text(epoch)
    writer.say(#","results":"#)
    writer.list(results) { writer, result in result.write(to: &writer) }
    writer.say("}")
    return writer.bytes
  }
}

extension PushAnswer.Result {
  /// The parts of one result while it is parsed, in any order.
  private struct Parts {
    var op: UUID?
    var outcome: String?
    var rev: String?
    var server: ServerRow?
    var code: String?
    var reason: String?
  }

  init(_ reader: inout JSONReader) throws(JSONFlaw) {
    var parts = Parts()
    try reader.openObject()
    while let key = try reader.nextKey() {
      switch reader.string(key) {
      case "op_id": parts.op = try reader.uuid("op_id")
      case "outcome": parts.outcome = try reader.word("outcome")
      case "rev": parts.rev = try reader.wordOrNull("rev")
      case "server": parts.server = try ServerRow(&reader)
      case "code": parts.code = try reader.wordOrNull("code")
      case "reason": parts.reason = try reader.words()
      default: try reader.skip()
      }
    }
    let outcome: PushAnswer.Outcome
    switch try reader.needed(parts.outcome, "outcome") {
    case "applied": outcome = .applied(rev: try reader.needed(parts.rev, "rev"))
    case "already_applied": outcome = .alreadyApplied(rev: try reader.needed(parts.rev, "rev"))
    case "conflict": outcome = .conflict(rev: parts.server?.rev ?? parts.rev, row: parts.server?.row)
    case "refused": outcome = .refused(code: parts.code ?? "", reason: parts.reason ?? "")
    case "blocked": outcome = .blocked
    default: throw reader.flaw("has an outcome that is not known")
    }
    self.init(op: try reader.needed(parts.op, "op_id"), outcome: outcome)
  }

  func write(to writer: inout WireWriter) {
    writer.say(#"{"op_id":"#)
    writer.id(op)
    switch outcome {
    case .applied(let rev):
      writer.say(#","outcome":"applied","rev":"#)
      writer.text(rev)
    case .alreadyApplied(let rev):
      writer.say(#","outcome":"already_applied","rev":"#)
      writer.text(rev)
    case .conflict(let rev, let row):
      writer.say(#","outcome":"conflict","rev":"#)
      writer.text(rev)
      writer.say(#","server":"#)
      if let row {
        writer.object(row)
      } else {
        writer.say(#"{"rev":"#)
        writer.text(rev)
        writer.say(#","deleted":true}"#)
      }
    case .refused(let code, let reason):
      writer.say(#","outcome":"refused","code":"#)
      writer.text(code)
      writer.say(#","reason":"#)
      writer.text(reason)
    case .blocked: writer.say(#","outcome":"blocked""#)
    }
    writer.say("}")
  }
}

/// The server's version of a conflicting record.
private struct ServerRow {
  let rev: String?
  /// Nil if it was deleted.
  let row: [String: JSON]?

  init?(_ reader: inout JSONReader) throws(JSONFlaw) {
    guard try reader.peek() == .object else {
      guard try reader.peek() == .null else { throw reader.flaw("has no row for server") }
      try reader.null()
      return nil
    }
    var rev: String?
    var row: [String: JSON] = [:]
    try reader.openObject()
    while let key = try reader.nextKey() {
      let name = reader.string(key)
      if name == "rev" {
        // Read as text: a numeric revision keeps all its digits, which a Double would not.
        var ahead = reader
        rev = try ahead.wordOrNull("rev")
      }
      row[name] = try reader.tree()
    }
    self.rev = rev
    self.row = row["deleted"] == .bool(true) ? nil : row
  }
}
