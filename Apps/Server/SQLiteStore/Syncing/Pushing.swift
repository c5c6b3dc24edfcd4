internal import Relational
internal import Tokens

/// The result of one entry of a push.
private enum PushOutcome {
  case applied(Int64)
  case alreadyApplied(Int64)
  /// With the server's row as JSON.
  case conflict([UInt8])
  case refused(Failure)
  case blocked
}

extension GroupWriter {
  /// Applies the entries one by one and returns their results in the same order. Skips all of them when the device's
  /// epoch is from before a restore, which it must learn first.
  func push(_ push: CompiledPush, epoch: String, as caller: Caller) throws(Failure) -> [UInt8] {
    let answer = JSONBuffer()
    answer.append(words: "{\"epoch\":")
    answer.append(quoted: epoch)
    answer.append(words: ",\"results\":[")
    guard push.epoch == nil || push.epoch == epoch else {
      answer.append(words: "]}")
      return answer.array()
    }
    var refused: Set<String> = []
    for (index, entry) in push.entries.enumerated() {
      let record = "\(entry.collection)/\(entry.id)"
      let outcome = try outcome(of: entry, push.person, isBlocked: refused.contains(record), caller)
      switch outcome {
      case .refused, .blocked: refused.insert(record)
      default: break
      }
      if index > 0 { answer.append(sign: ",") }
      append(outcome, of: entry, to: answer)
    }
    answer.append(words: "]}")
    return answer.array()
  }

  private func outcome(
    of entry: CompiledPush.Entry, _ person: String, isBlocked: Bool, _ caller: Caller
  ) throws(Failure) -> PushOutcome {
    do throws(Failure) {
      return try alone(as: caller) { writer throws(Failure) in
        do throws(SQLiteFault) {
          return try writer.judge(entry, person, isBlocked: isBlocked)
        } catch {
          throw error.failure
        }
      }
    } catch {
      guard error.isOfTheSender else { throw error }
      return .refused(error)
    }
  }

  private func judge(_ entry: CompiledPush.Entry, _ person: String, isBlocked: Bool) throws(SQLiteFault) -> PushOutcome
  {
    let known = try connection.row(
      "select rev from sync_operations where person = ?1 and op_id = ?2", [.text(person), .text(entry.operation)])
    if let revision = known?[0].int { return .alreadyApplied(Int64(revision)) }
    if isBlocked { return .blocked }
    if case .refuse(let failure) = entry.write { return .refused(failure) }
    guard let layout = entry.layout else { return .refused(.noTable(entry.collection)) }
    let current = try current(entry, layout)
    let outcome = try carryOut(entry, layout, current, person)
    if case .applied(let revision) = outcome {
      try connection.run(
        "insert into sync_operations (person, op_id, rev, at) values (?1, ?2, ?3, ?4)",
        [.text(person), .text(entry.operation), .int(revision), .text(circumstances.now)])
    }
    return outcome
  }

  private func carryOut(
    _ entry: CompiledPush.Entry, _ layout: Layout, _ current: (revision: Int64, row: [UInt8])?, _ person: String
  ) throws(SQLiteFault) -> PushOutcome {
    let isCurrent = entry.base != nil && entry.base == current.map { String($0.revision) }
    switch entry.write {
    case .refuse(let failure): return .refused(failure)
    case .insert(let insertion):
      if let current { return .conflict(current.row) }
      // A device that knows of the deletion and recreates the row sends the deletion's revision as its base.
      if let gone = try tombstone(entry, person), entry.base != String(gone) {
        return .conflict(deleted(entry, gone))
      }
      return try applied { () throws(Failure) in try insert(insertion) }
    case .update(let alteration):
      guard let current else { return .conflict(deleted(entry, try tombstone(entry, person) ?? 0)) }
      guard isCurrent else { return .conflict(current.row) }
      guard let alteration else { return .applied(current.revision) }
      return try applied { () throws(Failure) in try changed(alteration, layout) }
    case .delete(let alteration):
      // Deleting a deleted row succeeds.
      guard let current else { return .applied(try tombstone(entry, person) ?? circumstances.revision) }
      guard isCurrent else { return .conflict(current.row) }
      _ = try applied { () throws(Failure) in try changed(alteration, layout) }
      // That of the person's own tombstone: other triggers take revisions too.
      return .applied(try tombstone(entry, person) ?? circumstances.revision)
    }
  }

  /// Returns the row's new revision, the first one assigned: those of its triggers come later.
  private func applied(_ body: () throws(Failure) -> Rows) throws(SQLiteFault) -> PushOutcome {
    let before = circumstances.revision
    do throws(Failure) {
      _ = try body()
    } catch {
      throw SQLiteFault(error)
    }
    return .applied(before + 1)
  }

  /// Changes a visible row. If no row is affected, the policy forbids it.
  private func changed(_ alteration: Alteration, _ layout: Layout) throws(Failure) -> Rows {
    let rows = try alter(alteration)
    guard rows.count == 1 else {
      throw Failure("42501", "row-level security policy for table \"\(layout.table.name)\" does not allow it")
    }
    return rows
  }

  // MARK: Current rows and tombstones

  private func current(
    _ entry: CompiledPush.Entry, _ layout: Layout
  ) throws(SQLiteFault) -> (revision: Int64, row: [UInt8])? {
    guard let place = layout.revisionPlace else { return nil }
    let statement = try connection.statement(
      "select \(layout.allColumns) from \(layout.name) where \"id\" = ?1 and (\(layout.seeing))")
    defer { statement.reset() }
    try statement.bind([.text(entry.id)])
    guard try statement.step() else { return nil }
    let row = JSONBuffer()
    try layout.whole.append(statement, to: row)
    return (statement.int(Int32(place)), row.array())
  }

  private func tombstone(_ entry: CompiledPush.Entry, _ person: String) throws(SQLiteFault) -> Int64? {
    let row = try connection.row(
      "select max(rev) from sync_tombstones where id = ?1 and viewer = ?2 and collection = ?3",
      [.text(entry.id), .text(person), .text(entry.collection)])
    return row?[0].int.map { Int64($0) }
  }

  // MARK: Answers

  private func deleted(_ entry: CompiledPush.Entry, _ revision: Int64) -> [UInt8] {
    Array("{\"id\":\"\(entry.id)\",\"rev\":\"\(revision)\",\"deleted\":true}".utf8)
  }

  private func append(_ outcome: PushOutcome, of entry: CompiledPush.Entry, to answer: JSONBuffer) {
    answer.append(words: "{\"op_id\":")
    answer.append(quoted: entry.operation)
    answer.append(words: ",\"outcome\":")
    switch outcome {
    case .applied(let revision), .alreadyApplied(let revision):
      if case .applied = outcome {
        answer.append(words: "\"applied\",\"rev\":\"")
      } else {
        answer.append(words: "\"already_applied\",\"rev\":\"")
      }
      answer.append(revision)
      answer.append(sign: "\"")
    case .conflict(let row):
      answer.append(words: "\"conflict\",\"server\":")
      answer.append(row)
    case .refused(let failure):
      answer.append(words: "\"refused\",\"code\":")
      answer.append(quoted: failure.code)
      answer.append(words: ",\"reason\":")
      answer.append(quoted: failure.message)
    case .blocked:
      answer.append(words: "\"blocked\",\"reason\":")
      answer.append(quoted: "an earlier entry of this record was refused")
    }
    answer.append(sign: "}")
  }
}
