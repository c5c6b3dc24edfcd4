internal import Glibc
public import Interface
internal import JSON
public import Kernel
public import Shell

/// Writes down what is done in a window and what it shows, so that it can be replayed.
///
/// A log holds what a person entered, but no password: its file can be read by its owner only. When it can no longer be
/// written, the person goes on undisturbed; `problem` says what happened.
public final class Recorder: Sendable {
  private struct Held {
    var shown = Recording.Shown.nothing
    var problem: Problem?
  }

  private let held = Locked(Held())
  private let write: @Sendable (String) throws(Problem) -> Void
  private let time: Time
  private let isLive: Bool

  /// Begins with the header and what the window shows now.
  public init(
    of window: Window, seed: UInt64?, write: @escaping @Sendable (String) throws(Problem) -> Void
  ) async throws(Problem) {
    self.write = write
    let person = window.person
    time = person.context.time
    isLive = person.manual == nil
    let header = Recording.Header(
      product: person.product.id, profile: person.profile, start: person.context.time.now(), seed: seed)
    try write(Recorder.line(header.json))
    note(await window.settled())
    if let problem { throw problem }
  }

  /// Why nothing is written any more.
  public var problem: Problem? { held.withLock { $0.problem } }

  /// Does it in that window and writes down both.
  public func perform(_ command: Command, in window: Window) async throws(Problem) -> Frame {
    do {
      let frame = try await window.perform(command)
      note(command, frame)
      return frame
    } catch {
      note(command, endedIn: error)
      throw error
    }
  }

  /// What was done in the window, and what it showed then.
  public func note(_ command: Command, _ frame: Frame) {
    note(command)
    note(frame)
  }

  /// A clock moved by hand moves by commands alone; of the machine's own, the time of each command has to be kept.
  public func note(_ command: Command, endedIn problem: Problem? = nil) {
    let command = command.withoutSecrets(on: held.withLock { $0.shown })
    add(.did(command, at: isLive ? time.now().date : nil, problem: problem?.code))
  }

  public func note(_ frame: Frame) {
    let older = held.withLock { held in
      defer { held.shown = frame.root }
      return held.shown
    }
    add(.showed(Recording.Shown(frame, after: older)))
  }

  private func add(_ entry: Recording.Entry) {
    guard problem == nil else { return }
    do {
      try write(Recorder.line(entry.json))
    } catch {
      held.withLock { $0.problem = error }
    }
  }

  private static func line(_ json: JSON) throws(Problem) -> String {
    do {
      return try JSON.text(json) + "\n"
    } catch {
      throw Problem("recording", "What was done could not be written as JSON.", remedy: "Record it again.")
    }
  }

  /// A new file at that path. One that is there already is never written over.
  public static func file(_ path: String) throws(Problem) -> @Sendable (String) throws(Problem) -> Void {
    let log = try LogFile(path)
    return { line throws(Problem) in try log.append(line) }
  }
}

extension Command {
  /// Stands for every password, so that who signs up with it in a replay signs in with it too.
  static let unrecorded = "a password that was not recorded"

  /// What is typed where a password goes, or where it cannot be told what goes there, is not written down.
  fileprivate func withoutSecrets(on screen: Element) -> Command {
    switch self {
    case .type(let target, _) where !target.isPlain(on: screen): .type(target, Command.unrecorded)
    case .act(let target, let verb, .text) where !target.isPlain(on: screen):
      .act(target, verb, .text(Command.unrecorded))
    default: self
    }
  }
}

extension Command.Target {
  fileprivate func isPlain(on screen: Element) -> Bool {
    let named = screen.all.filter { element in
      switch self {
      case .id(let id): element.id == id
      case .label(let label): element.label == label
      }
    }
    return !named.isEmpty
      && named.allSatisfy { $0.state.purpose != .password && $0.state.purpose != .newPassword }
  }
}

private final class LogFile: Sendable {
  private let path: String
  private let file: Int32

  init(_ path: String) throws(Problem) {
    self.path = path
    file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw Problem(
        "no-recording", "\(path) could not be made: \(String(cString: strerror(errno))).",
        remedy: "Name a file that is not there yet, in a folder that can be written.")
    }
  }

  deinit { close(file) }

  /// Lines come one after another, from whoever performs the commands.
  func append(_ line: String) throws(Problem) {
    var rest = Array(line.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw Problem(
          "no-recording", "\(path) could not be written: \(String(cString: strerror(errno))).",
          safe: "What was recorded before is in it.", remedy: "Make room and record again.")
      }
      rest = rest.dropFirst(count)
    }
  }
}
