internal import Days
internal import Interface
public import Kernel
internal import Platform

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
      case reading(ImportProgress?)
      /// Delivering: this many days of all are stored. It can no longer be cancelled.
      case handing(Int, of: Int)
      case removing
    }

    public let connector: Connector.ID
    /// The window that started it, which is told the result.
    let window: WindowID
    /// The name of the file; nil for a request.
    let file: String?
    /// The path of an uploaded file.
    var handed: String?
    public internal(set) var phase: Phase
  }

  /// The offered sources, in display order.
  public let connectors: [Connector]
  /// The message for a user who tries to sync without a connection.
  let offline: String
  public internal(set) var reading = Reading.unread
  public internal(set) var connections: [Connector.ID: ConnectedSource] = [:]
  public internal(set) var work: Work?
  public var windows = WindowStates<ConnectorsWindowState>()

  public init(_ connectors: [Connector], offline: String) {
    self.connectors = connectors
    self.offline = offline
  }

  func connector(_ id: Connector.ID) -> Connector? { connectors.first { $0.id == id } }

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
    case .read(let data):
      guard let work, case .reading = work.phase else { return [] }
      return readThrough() + hand(ConnectedSource(data, of: work.connector, file: work.file, at: now.date), data)
    case .notRead(let problem):
      guard let work else { return [] }
      return readThrough() + fail(work.connector, problem)
    case .handed(let days): if case .handing(_, let all) = work?.phase { work?.phase = .handing(days, of: all) }
    case .connected(let connection): return connected(connection, now)
    case .notConnected(let connection, let problem): return notConnected(connection, problem)
    case .removed(let connector): return removed(connector)
    case .notRemoved(let connector, let problem): return fail(connector, problem)
    }
    return []
  }

  public mutating func receive(_ action: ConnectorsWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .type(let connector, let path):
      guard path.utf8.count <= ConnectorsWindowState.longestPath, self.connector(connector)?.isFile == true else {
        return []
      }
      windows[window].paths[connector] = path
      windows[window].checked = nil
    case .importFile(let connector): return importFile(of: connector, in: window)
    case .importHanded(let connector, let path, let file): return importHanded(connector, path, file, in: window)
    case .cancel:
      guard case .reading = work?.phase else { return [] }
      let from = work?.file == nil ? "" : " from the file"
      let steps = readThrough()
      work = nil
      return steps + [
        .stop(ConnectorsState.fileLane),
        .tell(.told(Toast("The import was stopped. Nothing was imported\(from).")), window),
      ]
    case .request(let connector):
      guard work == nil, reading == .done, self.connector(connector)?.isFile == false else { return [] }
      windows[window].problem = nil
      work = Work(connector: connector, window: window, file: nil, phase: .reading(nil))
      return [.run(.request(connector, today: now.day), ConnectorsState.fileLane)]
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
      work = Work(connector: connector, window: window, file: nil, phase: .removing)
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

  private mutating func importFile(of connector: Connector.ID, in window: WindowID) -> Steps {
    guard work == nil, reading == .done, self.connector(connector)?.isFile == true else { return [] }
    let path = ConnectorsState.trimmed(windows[window].paths[connector] ?? "")
    guard !path.isEmpty else {
      // A chosen file needs no path: its import began when it was chosen.
      if let file = windows[window].chosen[connector] {
        let isThere = connections[connector].map { $0.isWhole && $0.file == file } ?? false
        let words =
          isThere
          ? "\(file) was imported when you chose it. To import another, choose it or enter its path."
          : "\(file) was not imported. Choose it again, or enter a path."
        return [.tell(.told(Toast(words, tone: isThere ? .info : .warning)), window)]
      }
      windows[window].checked = connector
      return []
    }
    let file = path.split(separator: "/").last.map { String($0.prefix(100)) } ?? ""
    return read(path, of: connector, called: file, in: window)
  }

  private mutating func importHanded(
    _ connector: Connector.ID, _ path: String, _ file: String, in window: WindowID
  ) -> Steps {
    guard work == nil, reading == .done, self.connector(connector)?.isFile == true else {
      let words = "Another import is in progress. Choose the file again afterwards."
      return [.tell(.readThrough(path: path), window), .tell(.told(Toast(words, tone: .warning)), window)]
    }
    let steps = read(path, of: connector, called: String(file.prefix(100)), in: window)
    work?.handed = path
    windows[window].chosen[connector] = work?.file
    return steps
  }

  private mutating func read(
    _ path: String, of connector: Connector.ID, called file: String, in window: WindowID
  ) -> Steps {
    windows[window].problem = nil
    windows[window].checked = nil
    work = Work(connector: connector, window: window, file: file, phase: .reading(nil))
    return [.run(.read(connector, path: path), ConnectorsState.fileLane)]
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

  private mutating func hand(_ connection: ConnectedSource, _ data: ImportedData) -> Steps {
    work?.phase = .handing(0, of: connection.days)
    return [.run(.hand(connection, data), ConnectorsState.keeping)]
  }

  private mutating func connected(_ connection: ConnectedSource, _ now: Moment) -> Steps {
    connections[connection.connector] = connection
    guard let work = end(), let words = came(of: connection, in: now.locale) else {
      return [.say(.connected(connection.connector))]
    }
    windows[work.window].paths[connection.connector] = nil
    return [.say(.connected(connection.connector)), .tell(.told(Toast(words, tone: .success)), work.window)]
  }

  /// Some days may be stored already: the user can import again, or remove them.
  private mutating func notConnected(_ connection: ConnectedSource, _ problem: Problem) -> Steps {
    connections[connection.connector] = connection
    return fail(connection.connector, problem)
  }

  private mutating func removed(_ connector: Connector.ID) -> Steps {
    connections[connector] = nil
    guard let work = end(), let phrase = self.connector(connector)?.phrase else { return [.say(.removed(connector))] }
    let words = "All data from \(phrase) was removed."
    return [.say(.removed(connector)), .tell(.told(Toast(words, tone: .success)), work.window)]
  }

  private mutating func fail(_ connector: Connector.ID, _ problem: Problem) -> Steps {
    guard let work = end() else { return [] }
    windows[work.window].problem = .init(connector: connector, problem: problem)
    return []
  }

  private mutating func end() -> Work? {
    defer { work = nil }
    return work
  }
}
