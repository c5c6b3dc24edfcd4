public import Forms
internal import Interface
public import Kernel
internal import Platform

// The transitions of files of other apps.
extension TodosState: FileImporting {
  public var unreadForImport: String? { reading == .done ? nil : "Your todos are" }

  public static func event(_ event: FileImportEvent) -> TodosEvent {
    switch event {
    case .told(let toast): .told(toast)
    case .readThrough(let path): .readThrough(path: path)
    }
  }

  public func open(
    _ path: String, called file: String, in window: WindowID, at now: Moment
  ) -> Step<TodosEffect, TodosEvent> {
    .run(.open(path: path, called: file, all, now, in: window), .latest("open", of: window))
  }

  public func save(
    _ sheet: TodoSheet, withKnown: Bool, in window: WindowID, at now: Moment
  ) -> Step<TodosEffect, TodosEvent>? {
    sheet.new.isEmpty ? nil : .run(.addAll(sheet.new, at: now.date, in: window), .inOrder("write"))
  }

  mutating func added(_ ids: [ID<Todo>], in window: WindowID) -> Steps {
    let file = finishImport(in: window)
    windows[window].added = ids
    let words = "\(ids.count == 1 ? "1 todo" : "\(ids.count) todos") imported from \(file)."
    return read + [
      .tell(.offered(Toast(words, tone: .success), undo: .file(.undo)), window),
      .tell(.finished(TodosPlaces.importing), window), .tell(.imported, window),
    ]
  }

  public mutating func undoImport(in window: WindowID) -> Steps {
    let added = windows[window].added
    windows[window].added = []
    return added.isEmpty ? [] : [.run(.deleteAll(added, in: window), .inOrder("write"))]
  }
}
