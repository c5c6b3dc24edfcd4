internal import Commands
internal import Fetch
internal import Kernel
internal import Play
internal import Shell

extension Tools {
  static let play = Tool(
    name: "play", summary: "scenarios of what a person does and sees", operands: "FILE...",
    options: [.product, .profile, .data, .key, .backend, .backendKey, .mealModel, .json],
    details: """
      A FILE is a .scenario, or a folder of them. Each is played in a fresh folder, with a server of its own on its clock
      unless --backend names one. With --data it is played in that one:
      in the profiles that it names, and in --profile where it names none. While another process has a profile open, it
      is played in a window of that process and goes by its time, which is put to the scenario's where it is moved by
      hand; `close and reopen` then closes that window alone. The steps:

      \(Play.help)
      """,
    run: { given throws(Problem) in
      guard !given.operands.isEmpty else {
        throw .usage("Which scenarios? Name a file or a folder of them.", help: "play")
      }
      if given.has(.product) { _ = try ProfileOpening.product(given) }
      let fetch = try Fetch(log: ProfileOpening.log)
      let choice = try ServerChoice(given, for: given[.data].map { .folder($0) } ?? .memory)
      let options = Play.Options(
        product: given[.product], profile: given[.profile] ?? "me", opening: try opening(given),
        serving: { choice.opened(by: fetch, time: $0.time) })
      let report = await Play.run(files: given.operands, options) { outcome in
        Output.line(given.has(.json) ? outcome.json : outcome.text)
        // With JSON on standard output, the last screen goes to standard error for people.
        if given.has(.json), !outcome.hasPassed { Output.remark(outcome.text) }
      }
      await fetch.close()
      if !given.has(.json) { Output.line(report.counts) }
      return report.hasPassed ? 0 : 1
    })

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
