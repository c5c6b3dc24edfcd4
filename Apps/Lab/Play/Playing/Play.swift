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
    /// Plays only the scenarios whose name contains this.
    public var name: String?
    /// Plays only the scenarios that carry this tag or criterion.
    public var tag: String?
    /// The kind of input that the persons use.
    public var driver: Driver

    public init(
      product: String? = nil, profile: String = "me", opening: Opening? = nil, serving: Serving? = nil,
      name: String? = nil, tag: String? = nil, driver: Driver = .direct
    ) {
      self.name = name
      self.tag = tag
      self.driver = driver
      self.product = product
      self.profile = profile
      self.opening = opening
      self.serving = serving
    }
  }

  /// The results of all scenarios.
  public struct Report: Sendable, Hashable {
    public var outcomes: [Outcome] = []

    public init(outcomes: [Outcome] = []) { self.outcomes = outcomes }

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

  /// Plays the scenarios of these files that the options choose, one after another. A folder stands for every `.scenario`
  /// in it, and FILE:LINE for the scenario or the example at that line. `each` is called after each one.
  public static func run(
    files: [String], _ options: Options = Options(), each: (Outcome) -> Void = { _ in }
  ) async -> Report {
    var report = Report()
    for file in PlayFile.named(files) {
      let reading = file.read(options)
      for mistake in reading.mistakes {
        report.add(Outcome(mistake.problem, file: file.path, line: mistake.line), each)
      }
      guard reading.mistakes.isEmpty else { continue }
      for scenario in reading.scenarios {
        let start = ContinuousClock.now
        var outcome = Outcome(scenario, await play(scenario, options))
        outcome.seconds = (.now - start) / .seconds(1)
        report.add(outcome, each)
      }
    }
    if report.outcomes.isEmpty { report.add(Outcome(Play.nothing(options), file: files.first ?? ""), each) }
    return report
  }

  /// The scenarios that `run` would play, each as FILE:LINE; a file with mistakes is named once. Some are equal: examples
  /// share the line of their scenario.
  public static func places(in files: [String], _ options: Options = Options()) -> [String] {
    PlayFile.named(files).flatMap { file in
      let reading = file.read(options)
      return reading.mistakes.isEmpty
        ? reading.scenarios.map { "\(file.path):\($0.example ?? $0.line)" } : [file.path]
    }
  }

  /// The scenarios that `run` would play, and the mistakes of the files.
  public static func listing(of files: [String], _ options: Options = Options()) -> [Listed] {
    PlayFile.named(files).flatMap { file in
      let reading = file.read(options)
      let mistakes = reading.mistakes.map { Listed.mistake($0.problem, file: file.path, line: $0.line) }
      return mistakes
        + reading.scenarios.map {
          .scenario(name: $0.name, file: file.path, line: $0.example ?? $0.line, tags: $0.tags, covers: $0.covers)
        }
    }
  }

  private static func nothing(_ options: Options) -> Problem {
    let wanted = [options.name.map { "the name “\($0)”" }, options.tag.map { "the tag “\($0)”" }].compactMap(\.self)
    return Problem(
      "no-scenario",
      "\(wanted.isEmpty ? "No scenario is there" : "No scenario has " + wanted.joined(separator: " and ")).",
      remedy: "`troupe play --list` names what there is.")
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
    let clock = ManualTime(scenario.start)
    func play(_ apps: ScenarioApps? = nil, _ opening: @escaping Opening) async -> Outcome.Ending {
      let served = options.serving?(clock)
      var performance = Performance(
        scenario, of: product, as: options.profile, on: clock, server: served?.port, driver: options.driver,
        apps: apps, opening: opening)
      let ending = await Play.play(scenario.steps, in: &performance)
      await performance.end()
      await served?.end()
      return ending
    }
    if let opening = options.opening {
      if scenario.hasApps { return failed(Problem.appsElsewhere.sentence) }
      return scenario.hasDemo ? failed(Problem.demoElsewhere.sentence) : await play(nil, opening)
    }
    do {
      let folder = try TemporaryFolder()
      // Retained until the scenario has ended; removed then.
      defer { withExtendedLifetime(folder) {} }
      let apps = scenario.hasApps ? try await ScenarioApps.start(on: clock) : nil
      let ending = await play(apps, Seat.fresh(in: folder.path, hasDemo: scenario.hasDemo, apps: apps))
      await apps?.stop()
      return ending
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
}
