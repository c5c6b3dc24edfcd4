internal import Connectivity
internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Offline
internal import Shell
internal import Sync
internal import SyncWire

/// An in-memory server, reached subject to the person's network condition.
final class StageServer: Sendable {
  private struct Row {
    var rev: Int
    let collection: String
    /// Nil after deletion.
    var fields: [String: JSON]?
  }

  private struct Held {
    var rows: [UUID: Row] = [:]
    var given = 0
    /// Results by operation.
    var done: [UUID: Int] = [:]
  }

  static let owner = UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))

  private let held = Locked(Held())
  private let refusing = Current<Bool>.Source(false)

  var isRefusing: Current<Bool> { refusing.current }
  func refuse(_ isRefusing: Bool) { refusing.publish(isRefusing) }

  /// Changes the newest row, as another device would.
  func changeNewest() {
    held.withLock { held in
      guard let (id, row) = held.rows.filter({ $0.value.fields != nil }).max(by: { $0.value.rev < $1.value.rev }),
        var fields = row.fields
      else { return }
      held.given += 1
      fields["words"] = "Changed elsewhere"
      held.rows[id] = Row(rev: held.given, collection: row.collection, fields: fields)
    }
  }

  // MARK: Sync requests

  func push(_ push: SyncWire.Push, over network: NetworkState) -> TimedAnswer<PushAnswer> {
    met(network) { held in
      let results = push.entries.map { entry in
        PushAnswer.Result(op: entry.op, outcome: self.outcome(of: entry, &held))
      }
      return PushAnswer(epoch: "stage", results: results)
    }
  }

  private func outcome(of entry: SyncWire.Push.Entry, _ held: inout Held) -> PushAnswer.Outcome {
    if let rev = held.done[entry.op] { return .alreadyApplied(rev: String(rev)) }
    if isRefusing.value { return .refused(code: "23514", reason: "The server was told to refuse entries.") }
    let row = held.rows[entry.id]
    guard row.map({ String($0.rev) }) == entry.base else {
      return .conflict(rev: row.map { String($0.rev) }, row: row?.fields)
    }
    held.given += 1
    let fields: [String: JSON]? =
      entry.kind == .delete ? nil : (row?.fields ?? [:]).merging(entry.fields) { _, newer in newer }
    held.rows[entry.id] = Row(rev: held.given, collection: entry.collection, fields: fields)
    held.done[entry.op] = held.given
    return .applied(rev: String(held.given))
  }

  func pull(_ pull: Pull, over network: NetworkState) -> TimedAnswer<PullAnswer> {
    met(network) { held in
      let since = pull.cursors.mapValues { $0.flatMap { Int($0) } ?? 0 }
      let changes = held.rows.filter { $0.value.rev > since[$0.value.collection] ?? .max }
        .sorted { $0.value.rev < $1.value.rev }
        .map { PullAnswer.Change(collection: $1.collection, id: $0, rev: String($1.rev), row: $1.fields) }
      return PullAnswer(
        epoch: "stage", changes: changes, cursors: pull.cursors.mapValues { _ in String(held.given) }, more: false,
        resync: [])
    }
  }

  private func met<Value: Sendable & Hashable>(_ network: NetworkState, _ answer: (inout Held) -> Value) -> TimedAnswer<
    Value
  > {
    switch network.setting {
    case .offline?, .unreachable?: TimedAnswer(Answered(.failure(.unreachable)), in: 0)
    case .signedOut?: TimedAnswer(Answered(.failure(.unauthorized)), in: 0)
    case .slow?: TimedAnswer(Answered(.success(held.withLock { answer(&$0) })), in: Network.slowness.seconds)
    case .online?, .flaky?, nil: TimedAnswer(Answered(.success(held.withLock { answer(&$0) })), in: 0)
    }
  }

  /// Returns whether there is a route: always, unless the network is switched off.
  static func ups(of network: Network) -> AsyncStream<Heard<Bool>> {
    let states = network.states.listen()
    return .relaying(keeping: .bufferingNewest(8)) { tell in
      for await state in states { tell(Heard(state.setting != .offline)) }
    }
  }
}
