internal import Connectivity
internal import JSON
internal import Kernel
internal import Offline
internal import Platform
internal import Shell
internal import Storage
internal import Sync

extension Member {
  /// Timeout of a requested sync.
  private static let patience = Duration.seconds(60)

  /// Answers a query about the sync as JSON. With `limit`, `now` answers within that time, and whether it is finished.
  func answer(_ ask: SyncAsk, within limit: Duration?) async throws(Problem) -> JSON {
    switch ask {
    case .status: return try await status()
    case .now:
      let end = try await syncNow(within: limit ?? Member.patience)
      guard limit != nil else {
        if end == .overdue { throw .unreached }
        return try await status()
      }
      let members = try await status().object ?? [:]
      return .object(members.merging(["finished": .bool(end == .finished)]) { $1 })
    case .queue, .preview: return .array(try await store.outbox.changes().map(JSON.init))
    case .conflicts: return .array(try await store.outbox.conflicts().map(JSON.init))
    case .history: return .array(try await store.losers(newest: 1000).map(JSON.init))
    }
  }

  private func status() async throws(Problem) -> JSON {
    let state = offline.states.value
    let counts = try await store.outbox.counts()
    return [
      "connectivity": .string(connectivity(network.states.value).rawValue),
      "signed_in": .bool(state.hasAccount || state.isWithheld),
      "waiting": .number(Double(counts.waiting + counts.claimed)), "failed": .number(Double(counts.aside)),
      "conflicts": .number(Double(counts.conflicts)), "under_way": .bool(state.isUnderWay),
      "last_sync": state.lastSynced.map { .string(Moment($0).text) } ?? .null,
    ]
  }

  /// The end of a round of the sync that did not fail.
  private enum SyncEnd: Sendable {
    case finished
    /// The time is over. What is under way goes on while the process runs.
    case overdue
  }

  /// Runs one round of the sync. Returns when it has succeeded or the time is over, and throws when it has failed.
  private func syncNow(within limit: Duration) async throws(Problem) -> SyncEnd {
    // The sync is asked for as from a window, so that its failure is told there and not to everybody.
    let asker: WindowID = identifiers.next()
    let ear = offline.events.listen(at: asker)
    if offline.states.value.isWithheld { throw .withheld }
    guard offline.states.value.hasAccount else {
      throw Problem(
        "nobody-signed-in", "Nobody is signed in, so there is nobody to sync for.",
        safe: "Everything is kept on this device.", remedy: "Sign in under Profile, Account.")
    }
    await offline.send(.syncNow, from: asker)
    let end = await withTaskGroup(of: Result<SyncEnd, Problem>.self) { group in
      group.addTask {
        for await heard in ear {
          guard case .said(let event) = heard.news else { continue }
          switch event {
          case .finished: return .success(.finished)
          case .notSynced: return .failure(.unreached)
          case .sessionLost: return .failure(.signedOut)
          default: break
          }
        }
        return .failure(.unreached)
      }
      group.addTask {
        try? await Task.sleep(for: limit)
        return .success(.overdue)
      }
      defer { group.cancelAll() }
      return await group.next() ?? .success(.overdue)
    }
    return try end.get()
  }
}

extension Problem {
  fileprivate static let unreached = Problem(
    "unreachable", "The server cannot be reached now.", safe: "Everything that waits is kept and will be sent.",
    remedy: "Try again when there is a connection.")
  fileprivate static let withheld = Problem(
    "not-consented", "You have not agreed to sending, so nothing is sent or fetched.",
    safe: "Everything is kept on this device.", remedy: "Decide in Settings, Consent.")
  fileprivate static let signedOut = Problem(
    "signed-out", "The server wants you to sign in again.", safe: "Everything that waits is kept.",
    remedy: "Sign in under Profile, Account.")
}

extension JSON {
  fileprivate init(_ change: Change) {
    let (state, reason): (String, JSON) =
      switch change.state {
      case .waiting: ("waiting", .null)
      case .claimed: ("sending", .null)
      case .aside(let reason): ("failed", .string(reason))
      case .conflict: ("conflict", .null)
      }
    self = [
      "op": .id(change.op), "collection": .string(change.collection), "id": .id(change.id),
      "kind": .string("\(change.kind)"), "state": .string(state), "reason": reason,
      "attempts": .number(Double(change.attempts)), "created_at": .string(Moment(change.editedAt).text),
    ]
  }

  fileprivate init(_ conflict: Conflict) {
    self = [
      "op": .id(conflict.op), "collection": .string(conflict.collection), "id": .id(conflict.id),
      "at": .string(Moment(conflict.at).text), "mine": .fields(conflict.mine), "theirs": .fields(conflict.theirs),
      "differing": .array(Merge.differing(conflict.mine ?? [:], conflict.theirs ?? [:]).map(JSON.string)),
    ]
  }

  fileprivate init(_ lost: Lost) {
    self = [
      "number": .number(Double(lost.number)), "collection": .string(lost.collection), "id": .id(lost.id),
      "at": .string(Moment(lost.at).text), "fields": .fields(lost.fields),
    ]
  }

  private static func id(_ uuid: UUID) -> JSON { .string(uuid.uuidString.lowercased()) }
  private static func fields(_ fields: Fields?) -> JSON { fields.map { .object($0.mapValues(\.json)) } ?? .null }
}
