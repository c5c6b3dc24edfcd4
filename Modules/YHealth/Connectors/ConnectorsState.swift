public import AppleHealth
internal import Days
internal import FoundationEssentials
internal import Interface
public import Kernel

/// The connections, the import or removal under way, and the state of every window.
public struct ConnectorsState: WindowedDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)
  }

  /// The work under way. Only one at a time, since two imports would only be slower.
  public struct Work: Sendable, Equatable {
    public enum Phase: Sendable, Equatable {
      /// Reading a file; nil until the first progress report.
      case reading(ReadingProgress?)
      /// Delivering: this many days of all are stored. It can no longer be cancelled.
      case handing(Int, of: Int)
      case removing
    }

    public let connector: Connector
    /// The window that started it, which is told the result.
    let window: WindowID
    /// The name of the file.
    let file: String
    /// The path of an uploaded file.
    var handed: String?
    public internal(set) var phase: Phase
  }

  /// The message for a user who tries to sync without a connection.
  let offline: String
  public internal(set) var reading = Reading.unread
  public internal(set) var connections: [Connector: ConnectedSource] = [:]
  public internal(set) var work: Work?
  public var windows = WindowStates<ConnectorsWindowState>()

  public init(offline: String) { self.offline = offline }

  // MARK: Action handling

  public typealias Steps = [Step<ConnectorsEffect, ConnectorsEvent>]

  static let fileLane = Lane.latest("file")
  static let keeping = Lane.inOrder("keep")

  public mutating func receive(_ action: ConnectorsAction, at now: Moment) -> Steps {
    switch action {
    case .begin: return reading == .unread ? load() : []
    case .loaded(let kept):
      reading = .done
      for connection in kept { connections[connection.connector] = connection }
    case .notLoaded(let problem): reading = .failed(problem)
    case .progressed(let progress): if case .reading = work?.phase { work?.phase = .reading(progress) }
    case .read(let export):
      guard let work, case .reading = work.phase else { return [] }
      let steps = readThrough()
      guard !export.days.isEmpty else { return steps + fail(.appleHealth, .nothingWanted) }
      return steps + hand(ConnectedSource(export, file: work.file, at: now.date), export.days)
    case .notRead(let problem): return readThrough() + fail(.appleHealth, problem)
    case .handed(let days): if case .handing(_, let all) = work?.phase { work?.phase = .handing(days, of: all) }
    case .connected(let connection): return connected(connection)
    case .notConnected(let connection, let problem): return notConnected(connection, problem)
    case .removed(let connector): return removed(connector)
    case .notRemoved(let connector, let problem): return fail(connector, problem)
    }
    return []
  }

  public mutating func receive(_ action: ConnectorsWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .type(let path):
      guard path.utf8.count <= ConnectorsWindowState.longestPath else { return [] }
      windows[window].path = path
      windows[window].isChecked = false
    case .importFile: return importFile(in: window)
    case .importHanded(let path, let file): return importHanded(path, file, in: window)
    case .cancel:
      guard case .reading = work?.phase else { return [] }
      let steps = readThrough()
      work = nil
      return steps + [
        .stop(ConnectorsState.fileLane),
        .tell(.told(Toast("The import was stopped. Nothing was imported from the file.")), window),
      ]
    case .simulate:
      guard work == nil, reading == .done else { return [] }
      windows[window].problem = nil
      let days = SimulatedDevice.days(to: now.day)
      work = Work(connector: .simulated, window: window, file: "", phase: .handing(0, of: SimulatedDevice.days))
      return hand(
        ConnectedSource(.simulated, at: now.date, days: SimulatedDevice.days, devices: 1, records: days.count), days)
    case .sync(let isAway):
      return [.tell(isAway ? .told(Toast(offline, tone: .warning)) : .syncAsked, window)]
    case .askToRemove(let connector):
      guard work == nil, connections[connector] != nil else { return [] }
      windows[window].question = connector
    case .dismiss: windows[window].question = nil
    case .remove:
      guard work == nil, let connector = windows[window].question else { return [] }
      windows[window].question = nil
      windows[window].problem = nil
      work = Work(connector: connector, window: window, file: "", phase: .removing)
      return [.run(.remove(connector), ConnectorsState.keeping)]
    case .dismissProblem: windows[window].problem = nil
    case .retry: if case .failed = reading { return load() }
    }
    return []
  }

  private mutating func load() -> Steps {
    reading = .underWay
    return [.run(.load, .latest("load"))]
  }

  // MARK: Imports

  private mutating func importFile(in window: WindowID) -> Steps {
    guard work == nil, reading == .done else { return [] }
    let path = ConnectorsState.trimmed(windows[window].path)
    guard !path.isEmpty else {
      windows[window].isChecked = true
      return []
    }
    let file = path.split(separator: "/").last.map { String($0.prefix(100)) } ?? ""
    return read(path, called: file, in: window)
  }

  private mutating func importHanded(_ path: String, _ file: String, in window: WindowID) -> Steps {
    guard work == nil, reading == .done else {
      let words = "Another import is in progress. Choose the file again afterwards."
      return [.tell(.readThrough(path: path), window), .tell(.told(Toast(words, tone: .warning)), window)]
    }
    let steps = read(path, called: String(file.prefix(100)), in: window)
    work?.handed = path
    return steps
  }

  private mutating func read(_ path: String, called file: String, in window: WindowID) -> Steps {
    windows[window].problem = nil
    windows[window].isChecked = false
    work = Work(connector: .appleHealth, window: window, file: file, phase: .reading(nil))
    return [.run(.read(path: path), ConnectorsState.fileLane)]
  }

  /// Releases the uploaded file.
  private mutating func readThrough() -> Steps {
    guard let path = work?.handed, let window = work?.window else { return [] }
    work?.handed = nil
    return [.tell(.readThrough(path: path), window)]
  }

  private static func trimmed(_ text: String) -> String {
    let blank: (Character) -> Bool = { $0.isWhitespace }
    return String(text.drop(while: blank).reversed().drop(while: blank).reversed())
  }

  private mutating func hand(_ connection: ConnectedSource, _ days: [ReadDay]) -> Steps {
    work?.phase = .handing(0, of: connection.days)
    return [.run(.hand(connection, days), ConnectorsState.keeping)]
  }

  private mutating func connected(_ connection: ConnectedSource) -> Steps {
    connections[connection.connector] = connection
    guard let work = end(), let words = connection.came else { return [.say(.connected(connection.connector))] }
    windows[work.window].path = ""
    return [.say(.connected(connection.connector)), .tell(.told(Toast(words, tone: .success)), work.window)]
  }

  /// Some days may be stored already: the user can import again, or remove them.
  private mutating func notConnected(_ connection: ConnectedSource, _ problem: Problem) -> Steps {
    connections[connection.connector] = connection
    return fail(connection.connector, problem)
  }

  private mutating func removed(_ connector: Connector) -> Steps {
    connections[connector] = nil
    guard let work = end() else { return [.say(.removed(connector))] }
    let words = "All data from \(connector.sentence) was removed."
    return [.say(.removed(connector)), .tell(.told(Toast(words, tone: .success)), work.window)]
  }

  private mutating func fail(_ connector: Connector, _ problem: Problem) -> Steps {
    guard let work = end() else { return [] }
    windows[work.window].problem = .init(connector: connector, problem: problem)
    return []
  }

  private mutating func end() -> Work? {
    defer { work = nil }
    return work
  }
}

extension Problem {
  static let nothingWanted = Problem(
    "nothing-wanted", "The file contains no data that can be shown here.",
    safe: "Nothing was changed.", remedy: "Export your health data again, with steps, sleep or workouts in it.")
}
