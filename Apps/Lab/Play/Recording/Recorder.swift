internal import Glibc
public import Interface
internal import JSON
public import Kernel
public import Shell

/// Records the commands and screens of a window, so that they can be replayed.
///
/// A log contains the person's input except passwords; its file is readable by its owner only. When writing fails, the
/// window keeps working and `problem` holds the error.
public final class Recorder: Sendable {
  private struct Held {
    var shown = SessionRecording.Shown.nothing
    var members: JSON = [:]
    /// The time by which the clock was moved to keep up with the real one.
    var moved = Duration.zero
    var problem: Problem?
    /// The number of commands recorded so far.
    var commands = 0
  }

  private let turns = RecordingTurns()
  private let held = Locked(Held())
  private let write: @Sendable (String) throws(Problem) -> Void
  private let time: Time
  private let isLive: Bool
  /// The start of the recording, where the window's clock follows the real one.
  private let start: ContinuousClock.Instant?

  /// Writes the header and the current screen. With `followsTime`, the window's manual clock is moved to the real time
  /// before each command, which is recorded, so that a replay passes the same instants.
  public init(
    of window: Window, seed: UInt64?, followsTime: Bool = false,
    write: @escaping @Sendable (String) throws(Problem) -> Void
  ) async throws(Problem) {
    self.write = write
    let person = window.person
    time = person.context.time
    isLive = person.manual == nil
    start = followsTime && !isLive ? .now : nil
    let header = SessionRecording.Header(
      product: person.product.id, profile: person.profile, start: person.context.time.now(), seed: seed)
    try write(Recorder.line(header.json))
    note(await window.settled())
    if let problem { throw problem }
  }

  /// The error that stopped writing; nil while recording.
  public var problem: Problem? { held.withLock { $0.problem } }

  /// Performs a command in a window and records the command and the frame.
  ///
  /// One command at a time is performed and recorded, so that a replay in the order of the log shows the same frames. Only
  /// a `wait` goes on beside others.
  public func perform(_ command: Command, in window: Window) async throws(Problem) -> Frame {
    await turns.take()
    guard case .wait = command else {
      let ending = await recorded(command, in: window)
      await turns.give()
      return try ending.get()
    }
    let problem = await keepUp(in: window)
    let begun = held.withLock { $0.commands }
    await turns.give()
    if let problem { throw problem }
    let ending = await Recorder.ending(of: command, in: window)
    await turns.take()
    if begun == held.withLock({ $0.commands }) {
      note(command, ending)
    } else {
      // Others have changed the screen meanwhile, so that a replay could not wait for the same.
      note(.screen, await window.settled())
    }
    await turns.give()
    return try ending.get()
  }

  private func recorded(_ command: Command, in window: Window) async -> Result<Frame, Problem> {
    if let problem = await keepUp(in: window) { return .failure(problem) }
    let ending = await Recorder.ending(of: command, in: window)
    note(command, ending)
    return ending
  }

  /// Moves the window's clock to the real time, and records that. Returns the problem that it ended in.
  private func keepUp(in window: Window) async -> Problem? {
    guard let moving = advance() else { return nil }
    do throws(Problem) {
      note(moving, try await window.perform(moving))
      return nil
    } catch {
      return error
    }
  }

  private static func ending(of command: Command, in window: Window) async -> Result<Frame, Problem> {
    do throws(Problem) { return .success(try await window.perform(command)) } catch { return .failure(error) }
  }

  private func note(_ command: Command, _ ending: Result<Frame, Problem>) {
    switch ending {
    case .success(let frame): note(command, frame)
    case .failure(let problem): note(command, endedIn: problem)
    }
  }

  /// Returns the command that moves the clock to the real time, in whole milliseconds; nil when it is there.
  private func advance() -> Command? {
    guard let start else { return nil }
    let passed = ContinuousClock.now - start
    return held.withLock { held in
      let milliseconds = Int((passed - held.moved) / .milliseconds(1))
      guard milliseconds > 0 else { return nil }
      held.moved += .milliseconds(milliseconds)
      return .advance(seconds: Double(milliseconds) / 1000)
    }
  }

  /// Records a command and the frame after it, one after the other, whatever else is recorded meanwhile.
  public func note(_ command: Command, _ frame: Frame) {
    held.withLock { held in
      add(entry(for: command, nil, &held), &held)
      add(frame, &held)
    }
  }

  /// Records a command. Manual time is determined by commands; for a system clock the time of each command is recorded.
  public func note(_ command: Command, endedIn problem: Problem? = nil) {
    held.withLock { held in add(entry(for: command, problem, &held), &held) }
  }

  public func note(_ frame: Frame) { held.withLock { held in add(frame, &held) } }

  private func entry(for command: Command, _ problem: Problem?, _ held: inout Held) -> SessionRecording.Entry {
    held.commands += 1
    return .did(command.withoutSecrets(on: held.shown), at: isLive ? time.now().date : nil, problem: problem?.code)
  }

  private func add(_ frame: Frame, _ held: inout Held) {
    var shown = SessionRecording.Shown(frame, after: held.shown)
    let members = frame.members
    shown.members = members == held.members ? nil : members
    (held.shown, held.members) = (frame.root, members)
    add(.showed(shown), &held)
  }

  private func add(_ entry: SessionRecording.Entry, _ held: inout Held) {
    guard held.problem == nil else { return }
    do {
      try write(Recorder.line(entry.json))
    } catch {
      held.problem = error
    }
  }

  private static func line(_ json: JSON) throws(Problem) -> String {
    do {
      return try JSON.text(json) + "\n"
    } catch {
      throw Problem("recording", "What was done could not be written as JSON.", remedy: "Record it again.")
    }
  }

  /// Creates a log file. Throws when it exists.
  public static func file(_ path: String) throws(Problem) -> @Sendable (String) throws(Problem) -> Void {
    let log = try LogFile(path)
    return { line throws(Problem) in try log.append(line) }
  }
}

extension Command {
  /// Replaces every password, so that signing up and signing in match in a replay.
  static let unrecorded = "a password that was not recorded"

  /// Replaces text typed into fields of passwords and codes, or into fields that cannot be identified.
  fileprivate func withoutSecrets(on screen: Element) -> Command {
    switch self {
    // Words and presses that may fill in a password.
    case .type(.id("aids.said"), _) where screen.holdsSecret: .screen
    case .type(let target, _) where !target.isPlain(on: screen): .type(target, Command.unrecorded)
    case .act(let target, let verb, .text) where !target.isPlain(on: screen):
      .act(target, verb, .text(Command.unrecorded))
    // An address to which a browser returns contains a code, and a token is a credential.
    case .browsed(.returned): .browsed(.returned(Redacted(Command.unrecorded)))
    case .browsed(.token): .browsed(.token(Redacted(Command.unrecorded)))
    // Whoever has it can, with the server's key, reach the device.
    case .pushAddress: .pushAddress(nil)
    // It was signed for this device alone, so that a replay elsewhere would refuse it.
    case .pushed: .screen
    case .voiced where screen.holdsSecret, .switched where screen.holdsSecret: .screen
    default: self
    }
  }
}

extension Element {
  /// Whether a password or a code is entered on it.
  fileprivate var holdsSecret: Bool {
    all.contains { [.password, .newPassword, .oneTimeCode].contains($0.state.purpose) }
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
      && named.allSatisfy { ![.password, .newPassword, .oneTimeCode].contains($0.state.purpose) }
  }
}

extension Frame {
  /// The members of a frame beside its elements, its title and its route.
  var members: JSON {
    [
      "product": .string(product), "profile": .string(profile), "scroll": .number(scroll),
      "appearance": (try? JSON(encoding: appearance)) ?? .null,
    ]
  }
}

/// Gives the turn to one caller at a time, in the order in which they ask.
private actor RecordingTurns {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func take() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func give() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
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

  /// Appends a line. Calls must not be concurrent.
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
