internal import Catalog
internal import FoundationEssentials
internal import Kernel
internal import Previews
internal import Shell

/// Plays scenarios against whole products, with simulated time.
public enum Play {
  public struct Options: Sendable {
    /// The product of scenarios that name none.
    public var product: String?
    /// The person who acts until a step names one.
    public var profile: String
    /// Opens windows; nil plays each scenario in a fresh folder.
    public var opening: Opening?
    /// Makes the server of each scenario; nil for no server.
    public var serving: Serving?

    public init(
      product: String? = nil, profile: String = "me", opening: Opening? = nil, serving: Serving? = nil
    ) {
      self.product = product
      self.profile = profile
      self.opening = opening
      self.serving = serving
    }
  }

  /// The results of all scenarios.
  public struct Report: Sendable, Hashable {
    public var outcomes: [Outcome] = []

    public var passed: Int { outcomes.count { $0.hasPassed } }
    public var failed: Int { outcomes.count - passed }
    public var hasPassed: Bool { failed == 0 }

    /// Human-readable summary.
    public var counts: String { "\(passed) passed, \(failed) failed" }

    fileprivate mutating func add(_ outcome: Outcome, _ each: (Outcome) -> Void) {
      outcomes.append(outcome)
      each(outcome)
    }
  }

  /// The reference of all steps, for `troupe help play`.
  public static var help: String { Grammar.help }

  /// Plays all scenarios of these files, one after another; a folder stands for every `.scenario` in it. `each` is
  /// called after each one.
  public static func run(
    files: [String], _ options: Options = Options(), each: (Outcome) -> Void = { _ in }
  ) async -> Report {
    var report = Report()
    for path in files.flatMap(expanded) {
      switch read(path) {
      case .success(let scenarios):
        for scenario in scenarios {
          report.add(Outcome(scenario, await play(scenario, options)), each)
        }
      case .failure(let mistake): report.add(Outcome(mistake.problem, file: path, line: mistake.line), each)
      }
    }
    return report
  }

  /// Plays one scenario, in a fresh folder unless `options.opening` opens its windows.
  public static func play(
    _ scenario: Scenario, _ options: Options = Options()
  ) async -> Outcome.Ending {
    func failed(_ why: String) -> Outcome.Ending {
      .failed(.init(line: scenario.line, step: "scenario \"\(scenario.name)\"", why: why, screen: nil))
    }
    guard let product = (scenario.product ?? options.product).flatMap({ Product.named($0) ?? Preview.named($0) }) else {
      return failed("Nobody says which product. Write `product yhealth` below, or play it with --product yhealth.")
    }
    func play(_ opening: @escaping Opening) async -> Outcome.Ending {
      let clock = ManualTime(scenario.start)
      let served = options.serving?(clock)
      var performance = Performance(
        scenario, of: product, as: options.profile, on: clock, server: served?.port, opening: opening)
      let ending = await Play.play(scenario.steps, in: &performance)
      await performance.end()
      await served?.end()
      return ending
    }
    if let opening = options.opening { return await play(opening) }
    do {
      let folder = try TemporaryFolder()
      // Retained until the scenario has ended; removed then.
      defer { withExtendedLifetime(folder) {} }
      return await play(Seat.fresh(in: folder.path))
    } catch {
      return failed(error.sentence)
    }
  }

  private static func play(_ steps: [PlacedStep], in performance: inout Performance) async -> Outcome.Ending {
    for placed in steps {
      guard let why = await performance.perform(placed.step) else { continue }
      return .failed(.init(line: placed.line, step: placed.text, why: why, screen: await performance.screen()))
    }
    return .passed
  }

  private static func read(_ path: String) -> Result<[Scenario], Scenario.Mistake> {
    do throws(Problem) {
      let text = try BoundedFile.text(of: path, most: Scenario.largestFile)
      return Result { () throws(Scenario.Mistake) in try Scenario.parse(text, file: path) }
    } catch {
      return .failure(.init(line: 1, problem: error))
    }
  }

  private static func expanded(_ path: String) -> [String] {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder else { return [path] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let found = names.filter { $0.hasSuffix(".scenario") }.sorted().map {
      path.hasSuffix("/") ? path + $0 : "\(path)/\($0)"
    }
    // A folder without scenarios is kept, so that the report names it.
    return found.isEmpty ? [path] : found
  }
}
