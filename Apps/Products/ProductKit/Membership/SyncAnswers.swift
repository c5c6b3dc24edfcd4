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

  /// Answers a query about the sync as JSON.
  func answer(_ ask: SyncAsk) async throws(Problem) -> JSON {
    switch ask {
    case .status: return try await status()
    case .now:
      try await syncNow()
      return try await status()
    case .queue, .preview: return .array(try await store.outbox.changes().map(JSON.init))
    case .conflicts: return .array(try await store.outbox.conflicts().map(JSON.init))
    case .history: return .array(try await store.losers(newest: 1000).map(JSON.init))
    }
  }

  private func status() async throws(Problem) -> JSON {
    let state = offline.states.value
    let counts = try await store.outbox.counts()
    return [
      "connectivity": .string(connectivity(network.states.value).rawValue), "signed_in": .bool(state.hasAccount),
      "waiting": .number(Double(counts.waiting + counts.claimed)), "failed": .number(Double(counts.aside)),
      "conflicts": .number(Double(counts.conflicts)), "under_way": .bool(state.isUnderWay),
      "last_sync": state.lastSynced.map { .string(Moment($0).text) } ?? .null,
    ]
  }

  /// Runs one round of the sync. Returns when it has succeeded, and throws when it has failed.
  private func syncNow() async throws(Problem) {
    // The sync is asked for as from a window, so that its failure is told there and not to everybody.
    let asker: WindowID = identifiers.next()
    let ear = offline.events.listen(at: asker)
    guard offline.states.value.hasAccount else {
      throw Problem(
        "nobody-signed-in", "Nobody is signed in, so there is nobody to sync for.",
        safe: "Everything is kept on this device.", remedy: "Sign in under Profile, Account.")
    }
    await offline.send(.syncNow, from: asker)
    let end = await withTaskGroup(of: Problem?.self) { group in
      group.addTask {
        for await heard in ear {
          guard case .said(let event) = heard.news else { continue }
          switch event {
          case .finished: return nil
          case .notSynced: return .unreached
          case .sessionLost: return .signedOut
          default: break
          }
        }
        return .unreached
      }
      group.addTask {
        try? await Task.sleep(for: Member.patience)
        return .unreached
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    if let end { throw end }
  }
}

extension Problem {
  fileprivate static let unreached = Problem(
    "unreachable", "The server cannot be reached now.", safe: "Everything that waits is kept and will be sent.",
    remedy: "Try again when there is a connection.")
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
