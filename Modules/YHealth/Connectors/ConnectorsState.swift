public import AppleHealth
internal import Days
internal import FoundationEssentials
internal import Interface
public import Kernel

/// The connections, the import or removal under way, and the state of every window.
public struct ConnectorsState: Deciding {
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
    let desk: ConnectorsDesk.Name
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
  var desks: [ConnectorsDesk.Name: ConnectorsDesk] = [:]

  public init(offline: String) { self.offline = offline }

  // MARK: Action handling

  public typealias Steps = [Step<ConnectorsEffect, ConnectorsEvent>]

  static let fileLane = Lane.latest("file")
  static let keeping = Lane.inOrder("keep")

  public func desks(changedSince older: Self) -> Desks? { changed(\.desks, since: older) }

  public mutating func receive(_ action: ConnectorsAction, at now: Moment) -> Steps {
    switch action {
    case .begin: return reading == .unread ? load() : []
    case .at(let name, let action): return decide(action, at: name, now)
    case .close(let name): desks[name] = nil
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

  private mutating func decide(_ action: DeskAction, at name: ConnectorsDesk.Name, _ now: Moment) -> Steps {
    switch action {
    case .type(let path):
      guard path.utf8.count <= ConnectorsDesk.longestPath else { return [] }
      change(name) { desk in
        desk.path = path
        desk.isChecked = false
      }
    case .importFile: return importFile(at: name)
    case .importHanded(let path, let file): return importHanded(path, file, at: name)
    case .cancel:
      guard case .reading = work?.phase else { return [] }
      let steps = readThrough()
      work = nil
      return steps + [
        .stop(ConnectorsState.fileLane),
        .say(.told(Toast("The import was stopped. Nothing of the file was taken over."), at: name)),
      ]
    case .simulate:
      guard work == nil, reading == .done else { return [] }
      change(name) { $0.problem = nil }
      let days = SimulatedDevice.days(to: now.day)
      work = Work(connector: .simulated, desk: name, file: "", phase: .handing(0, of: SimulatedDevice.days))
      return hand(
        ConnectedSource(.simulated, at: now.date, days: SimulatedDevice.days, devices: 1, records: days.count), days)
    case .sync(let isAway):
      return [.say(isAway ? .told(Toast(offline, tone: .warning), at: name) : .syncAsked(at: name))]
    case .askToRemove(let connector):
      guard work == nil, connections[connector] != nil else { return [] }
      change(name) { $0.question = connector }
    case .dismiss: change(name) { $0.question = nil }
    case .remove:
      guard work == nil, let connector = desks[name]?.question else { return [] }
      change(name) { desk in
        desk.question = nil
        desk.problem = nil
      }
      work = Work(connector: connector, desk: name, file: "", phase: .removing)
      return [.run(.remove(connector), ConnectorsState.keeping)]
    case .dismissProblem: change(name) { $0.problem = nil }
    case .retry: if case .failed = reading { return load() }
    }
    return []
  }

  private mutating func load() -> Steps {
    reading = .underWay
    return [.run(.load, .latest("load"))]
  }

  mutating func change(_ name: ConnectorsDesk.Name, _ body: (inout ConnectorsDesk) -> Void) {
    var desk = desks[name] ?? ConnectorsDesk()
    body(&desk)
    desks[name] = desk == ConnectorsDesk() ? nil : desk
  }

  // MARK: Imports

  private mutating func importFile(at name: ConnectorsDesk.Name) -> Steps {
    guard work == nil, reading == .done else { return [] }
    let path = ConnectorsState.trimmed(desks[name]?.path ?? "")
    guard !path.isEmpty else {
      change(name) { $0.isChecked = true }
      return []
    }
    let file = path.split(separator: "/").last.map { String($0.prefix(100)) } ?? ""
    return read(path, called: file, at: name)
  }

  private mutating func importHanded(_ path: String, _ file: String, at name: ConnectorsDesk.Name) -> Steps {
    guard work == nil, reading == .done else {
      let words = "Something else is being brought in. Choose the file again after that."
      return [.say(.readThrough(path: path, at: name)), .say(.told(Toast(words, tone: .warning), at: name))]
    }
    let steps = read(path, called: String(file.prefix(100)), at: name)
    work?.handed = path
    return steps
  }

  private mutating func read(_ path: String, called file: String, at name: ConnectorsDesk.Name) -> Steps {
    change(name) { desk in
      desk.problem = nil
      desk.isChecked = false
    }
    work = Work(connector: .appleHealth, desk: name, file: file, phase: .reading(nil))
    return [.run(.read(path: path), ConnectorsState.fileLane)]
  }

  /// Releases the uploaded file.
  private mutating func readThrough() -> Steps {
    guard let path = work?.handed, let desk = work?.desk else { return [] }
    work?.handed = nil
    return [.say(.readThrough(path: path, at: desk))]
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
    change(work.desk) { $0.path = "" }
    return [.say(.connected(connection.connector)), .say(.told(Toast(words, tone: .success), at: work.desk))]
  }

  /// Some days may be stored already: the user can import again, or remove them.
  private mutating func notConnected(_ connection: ConnectedSource, _ problem: Problem) -> Steps {
    connections[connection.connector] = connection
    return fail(connection.connector, problem)
  }

  private mutating func removed(_ connector: Connector) -> Steps {
    connections[connector] = nil
    guard let work = end() else { return [.say(.removed(connector))] }
    let words = "Everything that came from \(connector.sentence) is gone."
    return [.say(.removed(connector)), .say(.told(Toast(words, tone: .success), at: work.desk))]
  }

  private mutating func fail(_ connector: Connector, _ problem: Problem) -> Steps {
    guard let work = end() else { return [] }
    change(work.desk) { $0.problem = .init(connector: connector, problem: problem) }
    return []
  }

  private mutating func end() -> Work? {
    defer { work = nil }
    return work
  }
}

extension Problem {
  static let nothingWanted = Problem(
    "nothing-wanted", "The file was read to its end, and nothing in it is of a kind that is shown here.",
    safe: "Nothing was changed.", remedy: "Export your health data again, with steps, sleep or workouts in it.")
}
