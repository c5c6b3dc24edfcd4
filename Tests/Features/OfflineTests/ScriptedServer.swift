import FoundationEssentials
import JSON
import Kernel
import Sync
import SyncWire

@testable import Offline

/// Keeps rows like the real server, and fails on request.
final class ScriptedServer: Sendable {
  struct Row {
    var rev: Int
    let collection: String
    /// Nil if the row was deleted.
    var fields: [String: JSON]?
  }

  struct Held {
    var rows: [UUID: Row] = [:]
    var given = 0
    var failure: SyncFailure?
    /// The records it refuses, with its words.
    var refusals: [UUID: String] = [:]
    /// The entries received, in order, with their times.
    var sent: [(entry: Push.Entry, at: Date)] = []
    var pulls = 0
    /// The times of all requests, answered or not.
    var asked: [Date] = []
    /// Number of changes returned by pulls.
    var told = 0
    /// While set, answers are held back.
    var isHolding = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// Number of requests in progress.
    var underWay = 0
  }

  let held = Locked(Held())
  let hints = Broadcast<ServerNotice>.Source()
  let time: Time

  init(_ time: Time) { self.time = time }

  var sent: [Push.Entry] { held.withLock { $0.sent.map(\.entry) } }
  var asked: [Date] { held.withLock { $0.asked } }
  var firstSent: Date? { held.withLock { $0.sent.first?.at } }
  func fail(_ failure: SyncFailure?) { held.withLock { $0.failure = failure } }
  func refuse(_ id: UUID, _ words: String?) { held.withLock { $0.refusals[id] = words } }
  func hold() { held.withLock { $0.isHolding = true } }
  func letGo() {
    let waiting = held.withLock { held in
      defer { (held.isHolding, held.waiting) = (false, []) }
      return held.waiting
    }
    for one in waiting { one.resume() }
  }

  /// Writes a row as another device does.
  func write(_ id: UUID, _ collection: String, _ fields: [String: JSON]?) {
    held.withLock { held in
      held.given += 1
      held.rows[id] = Row(rev: held.given, collection: collection, fields: fields)
    }
  }

  func fields(_ id: UUID) -> [String: JSON]? { held.withLock { $0.rows[id]?.fields } }

  // MARK: Answering

  private func gate() async {
    await withCheckedContinuation { continuation in
      let isFree = held.withLock { held in
        if held.isHolding { held.waiting.append(continuation) }
        return !held.isHolding
      }
      if isFree { continuation.resume() }
    }
  }

  func push(_ push: Push) async -> TimedAnswer<PushAnswer> {
    await gate()
    let now = time.now().date
    let result: Result<PushAnswer, SyncFailure> = held.withLock { held in
      held.asked.append(now)
      if let failure = held.failure { return .failure(failure) }
      let results = push.entries.map { entry in
        held.sent.append((entry, now))
        return PushAnswer.Result(op: entry.op, outcome: ScriptedServer.take(entry, &held))
      }
      return .success(PushAnswer(epoch: "one", results: results))
    }
    return TimedAnswer(Answered(result, serverTime: now), in: 0.1)
  }

  private static func take(_ entry: Push.Entry, _ held: inout Held) -> PushAnswer.Outcome {
    if let words = held.refusals[entry.id] { return .refused(code: "23514", reason: words) }
    let row = held.rows[entry.id]
    guard row?.rev.description == entry.base else {
      return .conflict(rev: row?.rev.description, row: row?.fields)
    }
    held.given += 1
    let fields: [String: JSON]? =
      entry.kind == .delete ? nil : (row?.fields ?? [:]).merging(entry.fields) { _, newer in newer }
    held.rows[entry.id] = Row(rev: held.given, collection: entry.collection, fields: fields)
    return .applied(rev: String(held.given))
  }

  func pull(_ pull: Pull) async -> TimedAnswer<PullAnswer> {
    await gate()
    let now = time.now().date
    let result: Result<PullAnswer, SyncFailure> = held.withLock { held in
      held.asked.append(now)
      if let failure = held.failure { return .failure(failure) }
      held.pulls += 1
      let since = pull.cursors.mapValues { $0.flatMap { Int($0) } ?? 0 }
      let changes = held.rows.filter { $0.value.rev > since[$0.value.collection] ?? .max }
        .sorted { $0.value.rev < $1.value.rev }
        .map { id, row in
          PullAnswer.Change(collection: row.collection, id: id, rev: String(row.rev), row: row.fields)
        }
      held.told += changes.count
      let cursors = pull.cursors.mapValues { _ in String(held.given) }
      return .success(PullAnswer(epoch: "one", changes: changes, cursors: cursors, more: false, resync: []))
    }
    return TimedAnswer(Answered(result, serverTime: now), in: 0.1)
  }
}
