internal import Commands
internal import JSON
internal import Kernel
internal import Simulation

extension Tool {
  private static let messages = Option(
    name: "messages", value: nil, words: "two people also send each other messages")
  static let simulate = Tool(
    name: "simulate", summary: "devices, people and a server in a bad world; 1 if anything is lost",
    options: [
      Option(name: "seeds", value: "N", words: "how many worlds (200)"),
      Option(name: "from", value: "SEED", words: "the first of them (0)"),
      Option(
        name: "bug", value: "NAME",
        words: Simulation.Bug.allCases.map(\.rawValue).joined(separator: ", ") + ": built in"),
      messages, .json,
    ],
    details: """
      One number decides all that happens in a world: what people enter, edit, delete and decide on two or three devices,
      what the network loses, delays and repeats, when disks fail and power goes, how clocks jump, when sessions end, when
      the server is busy, stops, or goes on from an older copy. Then all is healed, and it is counted what is lost, what
      was done twice and what is not the same everywhere. The same number is the same world.

      One world alone, as `troupe simulate --seeds 1 --from 42`, is told line by line when something is found.
      """,
    run: { given throws(Problem) in
      let count = try number(given, "seeds", usual: 200, in: 1...10_000_000)
      let from = try number(given, "from", usual: 0, in: 0...UInt64.max / 2)
      var bug: Simulation.Bug?
      if let name = given[Option(name: "bug", value: "NAME", words: "")] {
        bug = Simulation.Bug(rawValue: name)
        guard bug != nil else {
          throw .usage(
            "There is no bug “\(name.prefix(40))”.", near: name, among: Simulation.Bug.allCases.map(\.rawValue),
            help: "simulate")
        }
      }
      let talks = given.has(messages)
      let done = Locked<UInt64>(0)
      let reports = try await Simulation.run(
        seeds: from..<from + count, bug: bug, talks: talks, tasks: Simulation.atOnce
      ) { report in
        let done = done.withLock { done -> UInt64 in
          done += 1
          return done
        }
        if !report.holds { Output.remark("seed \(report.seed): \(report.findings.joined(separator: "; "))") }
        if done.isMultiple(of: 100) { Output.remark("\(done) of \(count)") }
      }
      if count == 1, let failing = reports.failing.first {
        let traced = try await Simulation.run(seed: failing.seed, bug: bug, talks: talks, isTraced: true)
        for line in traced.trace { Output.remark(line) }
        for finding in traced.findings { Output.remark(finding) }
      }
      Output.line(given.has(.json) ? reports.json : reports.text)
      return reports.failing.isEmpty ? 0 : 1
    })

  private static func number(
    _ given: Arguments, _ name: String, usual: UInt64, in range: ClosedRange<UInt64>
  ) throws(Problem) -> UInt64 {
    guard let text = given[Option(name: name, value: "N", words: "")] else { return usual }
    guard let number = UInt64(text), range.contains(number) else {
      throw .usage("--\(name) is a whole number from \(range.lowerBound) to \(range.upperBound).", help: "simulate")
    }
    return number
  }
}

extension Reports {
  fileprivate var json: String {
    let figures: JSON = [
      "seeds": .number(Double(seeds)), "steps": .number(Double(steps)), "lost": .number(Double(lost)),
      "doubled": .number(Double(doubled)), "diverged": .number(Double(diverged)), "stuck": .number(Double(stuck)),
      "disordered": .number(Double(disordered)),
      "failing_seeds": .array(failing.map { .number(Double($0.seed)) }),
    ]
    return (try? JSON.text(figures)) ?? "{}"
  }

  fileprivate var text: String {
    """
    \(seeds) worlds, \(steps) things that people did or that befell them: \(lost) lost, \(doubled) done twice, \
    \(diverged) not the same everywhere, \(stuck) stuck, \(disordered) out of order.
    """
  }
}
