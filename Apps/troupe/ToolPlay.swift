internal import Kernel
internal import Play
internal import Shell

extension Tools {
  static let play = Tool(
    name: "play", summary: "scenarios of what a person does and sees", operands: "FILE...",
    options: [.product, .json],
    details: "A FILE is a .scenario, or a folder of them. The steps:\n\n\(Play.help)",
    run: { given throws(Problem) in
      guard !given.operands.isEmpty else {
        throw .usage("Which scenarios? Name a file or a folder of them.", help: "play")
      }
      if given.has(.product) { _ = try Opening.product(given) }
      let report = await Play.run(files: given.operands, Play.Options(product: given[.product])) { outcome in
        Output.line(given.has(.json) ? outcome.json : outcome.text)
        // The screen as it was is for people; the line for programs stays one line.
        if given.has(.json), !outcome.hasPassed { Output.remark(outcome.text) }
      }
      if !given.has(.json) { Output.line(report.counts) }
      return report.hasPassed ? 0 : 1
    })

  static let replay = Tool(
    name: "replay", summary: "plays an action log back", operands: "FILE",
    details:
      "The log is what `troupe rpc --record FILE` wrote. The first screen that differs is shown from both sides.",
    run: { given throws(Problem) in
      guard let file = given.operands.first, given.operands.count == 1 else {
        throw .usage("Which recording? Name one file.", help: "replay")
      }
      let report = try await Replay.run(file)
      Output.line(report.text)
      return report.isSame ? 0 : 1
    })
}
