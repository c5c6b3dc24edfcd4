internal import Forms
internal import FoundationEssentials
internal import Interface
internal import Kernel

// The transitions of files of other apps.
extension TodosState {
  mutating func take(_ action: TodosWindowAction.FileAction, in window: WindowID, _ now: Moment) -> Steps {
    switch action {
    case .type(let path):
      windows[window].path = String(path.prefix(TodoFile.longestPath))
      windows[window].isPathMissing = false
    case .readTyped:
      let path = windows[window].path.trimmed
      guard !path.isEmpty else {
        windows[window].isPathMissing = true
        return []
      }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return openFile(path, called: name, handed: nil, in: window, now)
    case .handed(let path, let name): return openFile(path, called: name, handed: path, in: window, now)
    case .confirm:
      guard case .asking(let sheet) = windows[window].importing?.phase, !sheet.new.isEmpty else { return [] }
      windows[window].importing?.phase = .saving
      return [.run(.addAll(sheet.new, at: now.date, in: window), .inOrder("write"))]
    case .cancel:
      guard case .asking = windows[window].importing?.phase else { return [] }
      windows[window].importing = nil
      return [.tell(.told(Toast("Nothing was imported.")), window)]
    case .undo:
      let added = windows[window].added
      windows[window].added = []
      return added.isEmpty ? [] : [.run(.deleteAll(added, in: window), .inOrder("write"))]
    case .dismissProblem: windows[window].fileProblem = nil
    }
    return []
  }

  private mutating func openFile(
    _ path: String, called file: String, handed: String?, in window: WindowID, _ now: Moment
  ) -> Steps {
    guard reading == .done, windows[window].importing == nil else {
      let words =
        reading == .done
        ? "Another import is in progress. Choose the file again afterwards."
        : "Your todos are not read yet. Choose the file again in a moment."
      return release(handed, window) + [.tell(.told(Toast(words, tone: .warning)), window)]
    }
    windows[window].fileProblem = nil
    windows[window].isPathMissing = false
    windows[window].importing = TodoImport(file: file.brief(100), handed: handed)
    return [.run(.open(path: path, called: file, all, now, in: window), .latest("open", of: window))]
  }

  private func release(_ path: String?, _ window: WindowID) -> Steps {
    path.map { [.tell(.readThrough(path: $0), window)] } ?? []
  }

  mutating func leaveImport(in window: WindowID) {
    windows[window].isPathMissing = false
    // Nobody sees the preview any more.
    if case .asking = windows[window].importing?.phase { windows[window].importing = nil }
  }

  mutating func opened(_ sheet: TodoSheet, in window: WindowID) -> Steps {
    guard let work = windows[window].importing, work.phase == .reading else { return [] }
    windows[window].importing?.phase = .asking(sheet)
    return release(work.handed, window)
  }

  mutating func notOpened(_ problem: Problem, in window: WindowID) -> Steps {
    guard let work = windows[window].importing else { return [] }
    windows[window].importing = nil
    windows[window].fileProblem = problem
    return release(work.handed, window)
  }

  mutating func added(_ ids: [ID<Todo>], in window: WindowID) -> Steps {
    let file = windows[window].importing?.file ?? "the file"
    windows[window].importing = nil
    windows[window].path = ""
    windows[window].added = ids
    let words = "\(ids.count == 1 ? "1 todo" : "\(ids.count) todos") imported from \(file)."
    return read + [
      .tell(.offered(Toast(words, tone: .success), undo: .file(.undo)), window),
      .tell(.finished(TodosPlaces.importing), window),
    ]
  }

  mutating func notAdded(_ problem: Problem, in window: WindowID) -> Steps {
    if windows[window].importing?.phase == .saving { windows[window].importing = nil }
    windows[window].fileProblem = problem
    return read + [.tell(.told(Toast(problem)), window)]
  }
}
