internal import Bench
internal import Commands
internal import JSON
internal import Kernel

extension Tool {
  static let bench = Tool(
    name: "bench", summary: "how fast it is, beside a peer measured in the same run", operands: "[NAME...]",
    options: [.json],
    details: "Measures: " + Benchmark.named.map { "\($0.name) (\($0.summary))" }.joined(separator: "; ") + ".",
    run: { given throws(Problem) in
      let known = Benchmark.named.map(\.name)
      var chosen: [Benchmark] = []
      for name in given.operands {
        guard let benchmark = Benchmark.named.first(where: { $0.name == name }) else {
          throw .usage("There is no measure “\(name.prefix(40))”.", near: name, among: known, help: "bench")
        }
        chosen.append(benchmark)
      }
      var (figures, isWhole) = ([Figure](), true)
      for benchmark in chosen.isEmpty ? Benchmark.all : chosen {
        // One measure that fails does not lose the figures of the others.
        do throws(Problem) {
          let measured = try await benchmark.run()
          if !given.has(.json) { for figure in measured { Output.line(figure.text) } }
          figures += measured
        } catch {
          Output.remark("\(benchmark.name) was not measured. \(error.sentence)")
          isWhole = false
        }
      }
      if given.has(.json) { Output.line((try? JSON.text(figures, isPretty: true)) ?? "[]") }
      return isWhole && figures.allSatisfy(\.holds) ? 0 : 1
    })
}
