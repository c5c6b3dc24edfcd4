internal import Catalog
internal import Fetch
internal import FoundationEssentials
internal import Interface
internal import JSON
public import Kernel
internal import Shell

/// Replays a recording and reports the first screen that differs.
public enum Replay {
  public struct Report: Sendable, Hashable {
    public let file: String
    /// Number of commands performed and of frames compared.
    public var commands = 0
    public var frames = 0
    /// The first difference, after which nothing more is compared.
    public var difference: Divergence?

    public var isSame: Bool { difference == nil }

    /// Human-readable summary.
    public var text: String {
      guard let difference else { return "The same: \(commands) commands, \(frames) frames." }
      return difference.text(in: file)
    }
  }

  /// The first difference between replay and recording.
  public struct Divergence: Sendable, Hashable {
    public let line: Int
    public let what: String
    /// Differences by element, recorded and current. Empty when the recording has only the digest.
    public let elements: [String]
    /// Text of the current screen.
    public let screen: String

    func text(in file: String) -> String {
      (["\(file):\(line): \(what)"] + elements.map { "  \($0)" } + ["  The screen now:"] + screen.quoted)
        .joined(separator: "\n")
    }
  }

  /// Replays a file with simulated time, in a fresh folder, as it was recorded in one: a profile in memory has no lock.
  public static func run(
    _ file: String, serving: Play.Serving? = nil
  ) async throws(Problem) -> Report {
    let text = try BoundedFile.text(of: file, most: SessionRecording.largestFile)
    return try await run(try SessionRecording(text, file: file), file: file, serving: serving)
  }

  public static func run(
    _ recording: SessionRecording, file: String, serving: Play.Serving? = nil
  ) async throws(Problem) -> Report {
    let header = recording.header
    guard let product = Product.named(header.product) else {
      throw Problem("recording", "There is no product “\(header.product)”.", remedy: "Record it again.")
    }
    let folder = try TemporaryFolder()
    // Retained until the replay has ended; removed then.
    defer { withExtendedLifetime(folder) {} }
    let clock = ManualTime(header.start)
    let served = serving?(clock)
    let person = try await Person.open(
      product, profile: header.profile, home: .folder(folder.path), clock: clock, seed: header.seed,
      server: served?.port,
      http: .curl())
    let window = await person.window()
    let report = await compare(recording, file, with: window, on: clock)
    await window.close()
    await person.close()
    await served?.end()
    return report
  }

  private static func compare(
    _ recording: SessionRecording, _ file: String, with window: Window, on clock: ManualTime
  ) async -> Report {
    var report = Report(file: file)
    var older: Element? = SessionRecording.Shown.nothing
    var members: JSON?
    var frame = await window.settled()
    for line in recording.lines {
      switch line.entry {
      case .did(let command, let date, let problem):
        report.commands += 1
        let ended = await perform(command, at: date, isFailed: problem != nil, in: window, on: clock)
        frame = await window.settled()
        if ended?.code != problem {
          let then = problem.map { "ended in “\($0)”" } ?? "went well"
          let now = ended.map { "ends in “\($0.code)”: \($0.sentence)" } ?? "goes well."
          report.difference = Divergence(
            line: line.number, what: "“\(command.method)” \(then) and now \(now)", elements: [],
            screen: ScreenOutline.text(frame))
        }
      case .showed(let shown):
        report.frames += 1
        older = shown.root(after: older)
        members = shown.members ?? members
        if FrameDigest.of(frame) != shown.digest {
          report.difference = Divergence(line.number, then: older, members, now: frame)
        }
      }
      if report.difference != nil { break }
    }
    return report
  }

  /// Performs a command at its recorded time: timers may have fired between two commands of a live session.
  private static func perform(
    _ command: Command, at date: Date?, isFailed: Bool, in window: Window, on clock: ManualTime
  ) async -> Problem? {
    do {
      let gap = date?.timeIntervalSince(clock.now.date) ?? 0
      if gap > 0 { try await window.perform(.advance(seconds: gap)) }
      // What was not shown in time then is not waited for again.
      if case .wait(let target, _) = command, isFailed {
        try await window.perform(.wait(target, seconds: 0))
      } else {
        try await window.perform(command)
      }
      return nil
    } catch {
      return error
    }
  }
}

extension Replay.Divergence {
  private static let most = 20

  fileprivate init(_ line: Int, then: Element?, _ members: JSON?, now frame: Frame) {
    self.line = line
    screen = ScreenOutline.text(frame)
    let beside = Replay.Divergence.differences(members, frame.members)
    guard let then else {
      what = "The screen is not the one that was recorded."
      elements = beside
      return
    }
    let now = frame.root
    let told = now.differences(from: then).map { Replay.Divergence.words($0, then: then, now: now) } + beside
    what =
      told.isEmpty
      ? "The screen is the one that was recorded, but not the product, the profile, the look or how far it is scrolled."
      : "The screen is not the one that was recorded:"
    let rest = told.count - Replay.Divergence.most
    elements = told.prefix(Replay.Divergence.most) + (rest > 0 ? ["and \(rest) more"] : [])
  }

  private static func words(_ difference: Difference, then: Element, now: Element) -> String {
    func element(_ id: String, in root: Element) -> Element? { root.all.first { $0.id == id } }
    func line(_ id: String, in root: Element) -> String {
      element(id, in: root).map { ScreenOutline.line(of: $0) } ?? "nothing"
    }
    switch difference {
    case .update(let new):
      let (old, shown) = (line(new.id, in: then), ScreenOutline.line(of: new))
      guard old == shown, let older = element(new.id, in: then) else { return "\(new.id): then \(old); now \(shown)" }
      // They read alike, so it is in what a line leaves out, such as a chart or an action.
      return "\(new.id): \(shown): \(differences(older.alone, new.alone).joined(separator: "; "))"
    case .insert(let element, _, _): return "\(element.id): only now \(ScreenOutline.line(of: element))"
    case .remove(let id): return "\(id): only then \(line(id, in: then))"
    case .move(let id, _, _): return "\(id): \(line(id, in: now)) stands in another place"
    }
  }

  private static let longestValue = 120

  /// Returns the members that differ, with both values: "scroll: then 0; now 120".
  private static func differences(_ then: JSON?, _ now: JSON?) -> [String] {
    guard let then = then?.object, let now = now?.object else { return [] }
    func text(_ value: JSON?) -> String {
      guard let value else { return "nothing" }
      let text = (try? JSON.text(value)) ?? ""
      return text.count > longestValue ? "\(text.prefix(longestValue))…" : text
    }
    return Set(then.keys).union(now.keys).sorted().filter { then[$0] != now[$0] }.flatMap { name in
      if let inner = then[name], inner.object != nil, now[name]?.object != nil {
        return differences(inner, now[name]).map { "\(name).\($0)" }
      }
      return ["\(name): then \(text(then[name])); now \(text(now[name]))"]
    }
  }
}

extension Element {
  /// The element without its children, as JSON.
  fileprivate var alone: JSON? {
    var copy = self
    copy.children = []
    return try? JSON(encoding: copy)
  }
}
