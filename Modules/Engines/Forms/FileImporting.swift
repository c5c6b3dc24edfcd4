internal import Files
internal import Interface
public import Kernel

/// The state of one window of a feature that imports files.
public protocol FileImportHolding: LocalState {
  associatedtype Preview: Sendable & Equatable
  var importing: FileImport<Preview> { get set }
}

/// The state of a feature that imports files. The engine decides what all imports have in common: the path, an uploaded
/// file, the preview, and their end. The feature reads a file and saves what it holds.
public protocol FileImporting: WindowedDeciding where Local: FileImportHolding {
  /// The words for records that are not read yet, such as "Your todos are"; nil when a file can be compared with it.
  var unreadForImport: String? { get }

  static func event(_ event: FileImportEvent) -> Event

  /// Reads a file and compares it with what is stored.
  func open(_ path: String, called file: String, in window: WindowID, at now: Moment) -> Step<Effect, Event>
  /// Saves what a preview shows; nil when nothing in it is new.
  func save(_ preview: Preview, withKnown: Bool, in window: WindowID, at now: Moment) -> Step<Effect, Event>?
  /// Takes back the last import of the window.
  mutating func undoImport(in window: WindowID) -> [Step<Effect, Event>]
}

extension FileImporting {
  public typealias Preview = Local.Preview
  public typealias ImportSteps = [Step<Effect, Event>]

  /// Decides on an action of the person in a window.
  public mutating func decide(_ action: FileImportAction, in window: WindowID, at now: Moment) -> ImportSteps {
    switch action {
    case .type(let path):
      windows[window].importing.path = String(path.prefix(ReadableFile.longestPath))
      windows[window].importing.isPathMissing = false
    case .readTyped:
      let path = windows[window].importing.path.trimmed
      guard !path.isEmpty else {
        windows[window].importing.isPathMissing = true
        return []
      }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return begin(path, called: name, handed: nil, in: window, at: now)
    case .hand(let path, let name): return begin(path, called: name, handed: path, in: window, at: now)
    case .includeKnown(let isOn): windows[window].importing.includesKnown = isOn
    case .confirm:
      let work = windows[window].importing
      guard case .asking(let preview) = work.phase,
        let step = save(preview, withKnown: work.includesKnown, in: window, at: now)
      else { return [] }
      windows[window].importing.phase = .saving
      return [step]
    case .cancel:
      guard case .asking = windows[window].importing.phase else { return [] }
      windows[window].importing.phase = .choosing
      return tell(Toast("Nothing was imported."), window)
    case .undo: return undoImport(in: window)
    case .dismissProblem: windows[window].importing.problem = nil
    }
    return []
  }

  private mutating func begin(
    _ path: String, called file: String, handed: String?, in window: WindowID, at now: Moment
  ) -> ImportSteps {
    let unread = unreadForImport
    guard unread == nil, windows[window].importing.phase == .choosing else {
      let words =
        unread.map { "\($0) not read yet. Choose the file again in a moment." }
        ?? "Another import is in progress. Choose the file again afterwards."
      return release(handed, window) + tell(Toast(words, tone: .warning), window)
    }
    var work = FileImport<Preview>()
    (work.phase, work.path) = (.reading, windows[window].importing.path)
    (work.file, work.handed) = (file.brief(100), handed)
    windows[window].importing = work
    return [open(path, called: file, in: window, at: now)]
  }

  /// Ends a preview that nobody sees any more, as when its sheet is left.
  public mutating func leaveImport(in window: WindowID) {
    windows[window].importing.isPathMissing = false
    if case .asking = windows[window].importing.phase { windows[window].importing.phase = .choosing }
  }

  /// Shows what a file holds.
  public mutating func opened(_ preview: Preview, in window: WindowID) -> ImportSteps {
    guard windows[window].importing.phase == .reading else { return [] }
    windows[window].importing.phase = .asking(preview)
    return releaseHanded(window)
  }

  /// Says why a file was not read.
  public mutating func notOpened(_ problem: Problem, in window: WindowID) -> ImportSteps {
    guard windows[window].importing.phase == .reading else { return [] }
    (windows[window].importing.phase, windows[window].importing.problem) = (.choosing, problem)
    return releaseHanded(window)
  }

  /// Ends an import whose contents are saved, and returns the name of its file.
  public mutating func finishImport(in window: WindowID) -> String {
    let file = windows[window].importing.file
    windows[window].importing = FileImport()
    return file
  }

  /// Says why the contents of a file were not saved, or an import not taken back.
  public mutating func notImported(_ problem: Problem, in window: WindowID) -> ImportSteps {
    if windows[window].importing.phase == .saving { windows[window].importing.phase = .choosing }
    windows[window].importing.problem = problem
    return tell(Toast(problem), window)
  }

  /// Says that the import was taken back.
  public func importUndone(in window: WindowID) -> ImportSteps {
    tell(Toast("The import was taken back.", tone: .success), window)
  }

  private mutating func releaseHanded(_ window: WindowID) -> ImportSteps {
    let path = windows[window].importing.handed
    windows[window].importing.handed = nil
    return release(path, window)
  }

  private func release(_ path: String?, _ window: WindowID) -> ImportSteps {
    path.map { [.tell(Self.event(.readThrough(path: $0)), window)] } ?? []
  }

  private func tell(_ toast: Toast, _ window: WindowID) -> ImportSteps { [.tell(Self.event(.told(toast)), window)] }
}
