internal import Carrying
internal import ConnectedApps
internal import Days
internal import HealthProviders
internal import HealthSync
internal import JSON
internal import Kernel
internal import Platform
internal import Samples
internal import Shell

// The syncs as JSON, for scripts: `troupe sync ... --product syncwell`.
extension SyncWellSyncs {
  func answer(_ ask: SyncAsk, within limit: Duration?) async throws(Problem) -> JSON {
    if ask == .preview { return try await preview() }
    await begin()
    await sync.states.wait { $0.reading != .unread && $0.reading != .underWay }
    if case .failed(let problem) = sync.states.value.reading { throw problem }
    await connections()
    switch ask {
    case .now: return await run(within: limit)
    case .status: return status
    case .queue: return queue
    case .conflicts: return conflicts
    case .history: return history
    case .preview: return .null
    }
  }

  /// Runs all syncs that can run. With `limit`, no run begins another part after that time, and each row says whether its
  /// sync is finished; the others are due again.
  private func run(within limit: Duration?) async -> JSON {
    let start = time.now().date
    let end = limit.map { start.addingTimeInterval($0 / .seconds(1)) }
    await sync.send(.background(trigger: "periodic", until: end ?? .distantFuture))
    let states = sync.states
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await states.wait { state in !state.book.plans.contains { state.isSyncing($0.id) } } }
      if let limit { group.addTask { try? await Task.sleep(for: limit) } }
      await group.next()
      group.cancelAll()
    }
    guard limit != nil else { return status }
    let state = states.value
    let finished = state.book.plans.filter { plan in
      !state.isSyncing(plan.id) && (plan.lastSyncedAt ?? .distantPast) >= start
    }.map { JSON.string($0.id.description) }
    let rows = (status.array ?? []).map { row in
      let isFinished = row["id"].map(finished.contains) ?? false
      return JSON.object((row.object ?? [:]).merging(["finished": .bool(isFinished)]) { $1 })
    }
    return .array(rows)
  }

  /// Waits until the syncs know which apps are connected.
  private func connections() async {
    await apps.states.wait { $0.reading != .unread && $0.reading != .underWay }
    await sync.send(.accounts(SyncWellSyncs.accounts(apps.states.value)))
  }

  private var status: JSON {
    let state = sync.states.value
    return .array(
      state.book.plans.map { plan in
        [
          "id": .string(plan.id.description), "name": .string(state.name(plan)), "source": .string(plan.source),
          "destination": .string(plan.destination), "kinds": .array(plan.kinds.map { .string($0.rawValue) }),
          "status": .string(state.status(of: plan).name), "last_sync": SyncWellSyncs.text(plan.lastSyncedAt),
          "written": .number(Double(plan.lastCount)), "problem": .init(plan.failure?.problem.sentence),
          "retry_at": SyncWellSyncs.text(plan.failure?.retryAt),
          "waiting": .array(
            state.waiting(plan, at: time.now().date).map { record in
              ["start": SyncWellSyncs.text(record.start), "until": SyncWellSyncs.text(record.until)]
            }),
        ]
      })
  }

  /// The next run of each sync, the first one first.
  private var queue: JSON {
    let state = sync.states.value
    let rows = state.book.plans.map { plan -> (due: Date, row: JSON) in
      let waits = !state.isConnected(plan) || plan.failure?.needsPerson == true
      let due = plan.isPaused || waits ? nil : state.dueDate(plan)
      let word = state.isSyncing(plan.id) ? "running" : plan.isPaused ? "paused" : waits ? "needs-you" : "due"
      return (
        due ?? .distantFuture,
        [
          "id": .string(plan.id.description), "name": .string(state.name(plan)), "state": .string(word),
          "due": SyncWellSyncs.text(due),
        ]
      )
    }
    return .array(rows.sorted { $0.due < $1.due }.map(\.row))
  }

  private var conflicts: JSON {
    .array(
      sync.states.value.book.conflicts.filter(\.isOpen).map { conflict in
        let kind: String
        if case .amounts(let one, _, _) = conflict.subject { kind = one.rawValue } else { kind = "workout" }
        return [
          "id": .string(conflict.id.description), "day": .string(conflict.day.text), "kind": .string(kind),
          "first": .string(conflict.sources.first), "second": .string(conflict.sources.second),
          "destination": .string(conflict.destination), "score": .number((conflict.score * 1000).rounded() / 1000),
          "reasons": .array(conflict.reasons.map { .string($0) }),
        ]
      })
  }

  /// The historical sync; none if there was none.
  private var history: JSON {
    guard let run = sync.states.value.book.history else { return [] }
    return [
      [
        "first": .string(run.first.text), "last": .string(run.last.text), "days": .number(Double(run.days)),
        "done": .number(Double(run.done)), "written": .number(Double(run.written)),
        "state": .string(run.isEnded ? (run.done == run.days ? "done" : "ended") : run.isPaused ? "paused" : "running"),
        "problem": .init(run.problem?.sentence), "retry_at": SyncWellSyncs.text(run.retryAt),
        "started_at": SyncWellSyncs.text(run.startedAt), "ended_at": SyncWellSyncs.text(run.endedAt),
      ]
    ]
  }

  /// Tells the effects that a run of each sync would have. Nothing is started, written or stored.
  private func preview() async throws(Problem) -> JSON {
    await demonstration.look()
    await offer()
    await apps.send(.begin)
    await apps.states.wait { $0.reading != .unread && $0.reading != .underWay }
    let book = try await needs.load()
    var rows: [JSON] = []
    for plan in book.plans where !plan.isPaused {
      let now = time.now()
      var row: [String: JSON] = [
        "id": .string(plan.id.description), "source": .string(plan.source), "destination": .string(plan.destination),
      ]
      do throws(Problem) {
        let report = try await needs.carry(
          plan, plan.days(at: now.date, in: now.zone), in: now.zone, rules: book.rules, conflicts: book.conflicts,
          rivals: book.rivals(of: plan) { [$0.source, $0.destination].allSatisfy(isConnected) },
          catalogue: book.catalogue, identifiers: identifiers, at: now.date, isDry: true)
        for line in report.lines {
          row["kind"] = .string(line.kind.rawValue)
          row["would_write"] = .number(Double(line.written))
          row["would_remove"] = .number(Double(line.removed))
          row["skipped"] = .object(
            Dictionary(uniqueKeysWithValues: line.skips.map { ($0.key.rawValue, .number(Double($0.value))) }))
          rows.append(.object(row))
        }
      } catch {
        row["problem"] = .string(error.sentence)
        rows.append(.object(row))
      }
    }
    return .array(rows)
  }

  private func isConnected(_ app: String) -> Bool { apps.states.value.isConnected(ConnectedApp.ID(rawValue: app)) }

  private static func text(_ date: Date?) -> JSON { date.map { .string(Moment($0).text) } ?? .null }
}

extension JSON {
  fileprivate init(_ text: String?) { self = text.map { .string($0) } ?? .null }
}
