public import Forms
public import Kernel
public import Platform
public import Storage

/// The dependencies of Todos. What was saved is on disk, together with its sync queue entry, when the call returns.
public struct TodosNeeds: Sendable {
  /// Reads the newest todos, at most `most`.
  public var read: @Sendable () async throws(Problem) -> [StoredTodo]
  public var todo: @Sendable (ID<Todo>) async throws(Problem) -> StoredTodo?
  /// Saves and deletes in one transaction. Each save replaces the given version, or is new without one.
  public var write: @Sendable (TodoBatch) async throws(Problem) -> Void
  public var layout: @Sendable () async throws(Problem) -> TodoLayout?
  public var keepLayout: @Sendable (TodoLayout, Date) async throws(Problem) -> Void
  public var drafts: DraftNeeds<TodoFormName>
  /// Reports each change, whatever its origin, including own ones.
  public var changes: @Sendable () -> AsyncStream<Heard<Void>>

  /// Reads a file of at most `TodoFile.largest` bytes.
  public var bytes: @Sendable (_ path: String) throws(Problem) -> [UInt8] = { path throws(Problem) in
    try TodoFile.bytes(at: path)
  }

  /// Todos that are read.
  static let most = 10_000
}

/// Changes of the store that are made together or not at all.
public struct TodoBatch: Sendable, Equatable {
  public struct Save: Sendable, Equatable {
    let todo: Todo
    let over: Version?
  }

  var saves: [Save] = []
  var deletes: [ID<Todo>] = []
  var draft: ID<FormDraft<TodoFormName>>?
}

/// The form in which todos are shown.
public enum TodoLayout: String, Sendable, Codable, CaseIterable {
  case list, grid
}

/// The layout that a person has chosen on this device.
struct TodoView: Kept {
  static let collection = "todo_view"
  static let own = ID<TodoView>(named: "own")

  var id: ID<TodoView> { TodoView.own }
  let layout: TodoLayout
  let at: Date

  var when: Date { at }
}

extension TodosNeeds {
  /// Implements storage on the person's store. Todos are owned and synced; drafts and the layout stay on the device.
  public init(_ store: Store) {
    let shelf = Shelf<Todo>(store, .owned(.entered))
    let views = Shelf<TodoView>(store, .local)
    let drafts = Shelf<FormDraft<TodoFormName>>(store, .local)
    self.init(
      read: { () throws(Problem) in
        var refused: [UUID: String] = [:]
        for change in try await store.outbox.changes() where change.collection == Todo.collection {
          if case .aside(let reason) = change.state { refused[change.id] = reason }
        }
        return try await shelf.collection().opened(newest: TodosNeeds.most).map { row in
          StoredTodo(row, refusal: refused[row.record.id.uuid])
        }
      },
      todo: { id throws(Problem) in try await shelf.collection().opened(id).map { StoredTodo($0) } },
      write: { batch throws(Problem) in
        let (all, kept) = (try await shelf.collection(), try await drafts.collection())
        try await shelf.write { step throws(Problem) in
          for save in batch.saves {
            try step.save(save.todo, over: save.over.map { .version($0) } ?? .nothing, in: all)
          }
          for id in batch.deletes { try step.delete(id, in: all) }
          if let draft = batch.draft { try step.delete(draft, in: kept) }
        }
      },
      layout: { () throws(Problem) in try await views.collection().record(TodoView.own)?.layout },
      keepLayout: { layout, now throws(Problem) in
        try await views.collection().save(TodoView(layout: layout, at: now), over: .anything)
      },
      drafts: DraftNeeds(drafts),
      changes: {
        .relaying(keeping: .bufferingNewest(1)) { report in await shelf.follow { report(Heard(())) } }
      })
  }
}

extension StoredTodo {
  fileprivate init(_ row: Opened<Todo>, refusal: String? = nil) {
    self.init(todo: row.record, version: row.version, isWaiting: row.state == .dirty, refusal: refusal)
  }
}
