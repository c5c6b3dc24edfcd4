public import Forms
public import Kernel
public import Platform
public import Storage

/// The dependencies of Assignments. What was saved is on disk, together with its sync queue entry, when the call returns.
public struct AssignmentsNeeds: Sendable {
  /// Reads the newest tasks, at most `most`.
  public var read: @Sendable () async throws(Problem) -> [StoredTask]
  public var save: @Sendable (TaskChange) async throws(Problem) -> Void
  public var sealing: TaskSealing
  public var drafts: DraftNeeds<TaskForm>
  /// Reports each change, whatever its origin, including own ones.
  public var changes: @Sendable () -> AsyncStream<Heard<Void>>

  /// Tasks that are read.
  static let most = 1_000
}

/// A task with its place in the sync queue.
public struct StoredTask: Sendable, Equatable {
  var task: SponsorTask
  var isWaiting = false
  /// Why the server has refused its last change; nil when it has not.
  var refusal: String?
}

/// One change of the store; it works without a network.
public enum TaskChange: Sendable, Equatable {
  case give(SponsorTask)
  /// Marks a task as done, unless it is already, with a note that is sealed.
  case finish(ID<SponsorTask>, at: Date, note: String?)
  case withdraw(ID<SponsorTask>)
}

extension AssignmentsNeeds {
  /// Implements storage on the person's store. Tasks are owned and synced.
  public init(_ store: Store, _ sealing: TaskSealing) {
    let tasks = Shelf<SponsorTask>(store, .owned(.entered))
    self.init(
      read: { () throws(Problem) in
        var refused: [UUID: String] = [:]
        for change in try await store.outbox.changes() where change.collection == SponsorTask.collection {
          if case .aside(let reason) = change.state { refused[change.id] = reason }
        }
        return try await tasks.collection().opened(newest: AssignmentsNeeds.most).map { row in
          StoredTask(task: row.record, isWaiting: row.state == .dirty, refusal: refused[row.record.id.uuid])
        }
      },
      save: { change throws(Problem) in
        let all = try await tasks.collection()
        switch change {
        case .give(let task): try await all.save(task, over: .nothing)
        case .finish(let id, let now, let note):
          guard let opened = try await all.opened(id), opened.record.doneAt == nil else { return }
          var task = opened.record
          (task.doneAt, task.note) = (now, note)
          try await all.save(task, over: .version(opened.version))
        case .withdraw(let id): try await all.delete(id)
        }
      }, sealing: sealing, drafts: DraftNeeds(Shelf<FormDraft<TaskForm>>(store, .local)),
      changes: {
        .relaying(keeping: .bufferingNewest(1)) { report in await tasks.follow { report(Heard(())) } }
      })
  }
}
