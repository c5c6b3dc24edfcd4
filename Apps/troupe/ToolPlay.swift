internal import Commands
internal import Fetch
internal import JSON
internal import Kernel
internal import Play
internal import Shell

extension Tools {
  private static let named = Option(name: "name", value: "TEXT", words: "only the scenarios whose name contains it")
  private static let tag = Option(name: "tag", value: "TAG", words: "only the scenarios with this tag or criterion")
  private static let by = Option(
    name: "by", value: "INPUT", words: "operate every screen by keyboard, switch or voice alone")
  private static let list = Option(name: "list", value: nil, words: "name the scenarios, and play none")
  private static let junit = Option(name: "junit", value: "FILE", words: "write the outcomes as JUnit XML as well")
  private static let jobs = Option(name: "jobs", value: "N", words: "play in so many processes at once (1)")

  static let play = Tool(
    name: "play", summary: "scenarios of what a person does and sees", operands: "FILE[:LINE]...",
    options: [
      .product, .profile, .data, .key, .backend, .backendKey, .mealModel, .coachModel, named, tag, by, list, jobs,
      junit,
      .json,
    ],
    details: """
      A FILE is a .scenario, or a folder of them; FILE:LINE is the scenario, or the example, at that line. Each is played in a
      fresh folder, with a server of its own on its clock unless --backend names one. With --data it is played in that one:
      in the profiles that it names, and in --profile where it names none. While another process has a profile open, it
      is played in a window of that process and goes by its time, which is put to the scenario's where it is moved by
      hand; `close and reopen` then closes that window alone. With --json each scenario is a document, in a line of its
      own. The steps:

      \(Play.help)
      """,
    run: { given throws(Problem) in
      guard !given.operands.isEmpty else {
        throw .usage("Which scenarios? Name a file or a folder of them.", help: "play")
      }
      if given.has(.product) { _ = try ProfileOpening.product(given) }
      let start = ContinuousClock.now
      guard let report = try await played(given) else { return 0 }
      if let file = given[junit] { try writeWhole(JUnitReport.text(of: report), to: file) }
      let seconds = ((.now - start) / .milliseconds(100)).rounded() / 10
      if !given.has(.json) { Output.line("\(report.counts) in \(seconds) s") }
      return report.hasPassed ? 0 : 1
    })

  /// Plays what the arguments name, in this process or in several. Nil when they ask for a list, which is printed.
  private static func played(_ given: Arguments) async throws(Problem) -> Play.Report? {
    let count = try processes(given)
    let fetch = try Fetch(log: ProfileOpening.log)
    let choice = try ServerChoice(given, for: given[.data].map { .folder($0) } ?? .memory)
    let options = Play.Options(
      product: given[.product], profile: given[.profile] ?? "me", opening: try opening(given),
      serving: { choice.opened(by: fetch, time: $0.time) }, name: given[named], tag: given[tag],
      driver: try driver(given))
    let isJSON = given.has(.json)
    let tell: @Sendable (Outcome) -> Void = { outcome in
      Output.line(isJSON ? outcome.json : outcome.text)
      // With JSON on standard output, the last screen goes to standard error for people.
      if isJSON, !outcome.hasPassed, !PlayProcesses.isShare { Output.remark(outcome.text) }
    }
    var report: Play.Report?
    if given.has(list) {
      let listing = Play.listing(of: given.operands, options)
      if isJSON {
        Output.document((try? JSON.text(JSON.array(listing.map(\.json)))) ?? "[]")
      } else {
        for one in listing { Output.line(one.text) }
      }
    } else if count > 1 {
      report = try await PlayProcesses(options: handed(given)).run(
        Play.places(in: given.operands, options), in: count, each: tell)
      // Nothing was chosen, which the run itself reports.
      if report?.outcomes.isEmpty ?? true { report = await Play.run(files: given.operands, options, each: tell) }
    } else {
      report = await Play.run(files: given.operands, options, each: tell)
    }
    await fetch.close()
    return report
  }

  /// The options that every process needs.
  private static func handed(_ given: Arguments) -> [String] {
    [Option.product, .backend, .backendKey, .mealModel, .coachModel, .profile, .key, named, tag, by].flatMap { option in
      given[option].map { ["--\(option.name)", $0] } ?? []
    }
  }

  private static func driver(_ given: Arguments) throws(Problem) -> Play.Driver {
    guard let text = given[by] else { return .direct }
    guard let driver = Play.Driver(rawValue: text), driver != .direct else {
      throw .usage("--by takes keyboard, switch or voice, not “\(text.prefix(40))”.", help: "play")
    }
    return driver
  }

  private static func processes(_ given: Arguments) throws(Problem) -> Int {
    guard let text = given[jobs] else { return 1 }
    guard let count = Int(text), 1...PlayProcesses.most ~= count else {
      throw .usage("--jobs is a whole number from 1 to \(PlayProcesses.most).", help: "play")
    }
    guard count == 1 || !given.has(.data) else {
      throw .usage("--jobs and --data do not go together: one process at a time has a profile open.", help: "play")
    }
    return count
  }

  private static func writeWhole(_ text: String, to path: String) throws(Problem) {
    guard NamedFile.write(Array(text.utf8), to: path) else {
      throw Problem(
        "not-written", "\(path.suffix(200)) could not be written.",
        remedy: "Name a file in a folder that can be written.")
    }
  }

  /// Returns how to open existing data; nil for fresh folders. Existing data have identifiers already, so none are
  /// seeded.
  private static func opening(_ given: Arguments) throws(Problem) -> Play.Opening? {
    guard given.has(.data) else { return nil }
    let keys = try ProfileOpening.keys(given)
    // In a window of another process the network is set after connecting.
    return { product, profile, clock, server, _ throws(Problem) in
      let setting = RunSettings(
        home: ProfileOpening.home(given, true), keys: keys, clock: clock, seed: nil, server: server)
      let opened = try await OpenedWindow(ProfileOpening.entrance(product, given, profile: profile, in: setting))
      return Play.Seat(opened.pane, owner: opened.owner, end: opened.close)
    }
  }

  static let replay = Tool(
    name: "replay", summary: "plays an action log back", operands: "FILE",
    details:
      "The log is what `troupe rpc --record FILE` wrote. The first screen that differs is shown from both sides.",
    run: { given throws(Problem) in
      guard let file = given.operands.first, given.operands.count == 1 else {
        throw .usage("Which recording? Name one file.", help: "replay")
      }
      let fetch = try Fetch(log: ProfileOpening.log)
      // As at recording: a server without accounts.
      let choice = try ServerChoice(given, for: .memory)
      let report = try await Replay.run(file, serving: { choice.opened(by: fetch, time: $0.time) })
      await fetch.close()
      Output.line(report.text)
      return report.isSame ? 0 : 1
    })
}
