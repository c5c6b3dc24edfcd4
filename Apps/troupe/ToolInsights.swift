internal import Commands
internal import Days
internal import FoundationEssentials
internal import Insights
internal import JSON
internal import Kernel

extension Tools {
  private static let shuffles = Option(
    name: "shuffles", value: "N", words: "settle every pair by at least so many shuffles, 0 to 100000 (0)")

  static let insights = Tool(
    name: "insights", summary: "correlations over many days, and how certain they are", operands: "FILE.csv",
    options: [.seed, shuffles, .json],
    details: """
      The first column is called day and has days such as 2026-11-22; every other column has numbers, or nothing where nothing
      is known. Columns called as measures are (sleep_minutes, mood, steps ...) are asked what is asked of a person's
      measures; columns of any other name are tried against all others, on the same day and up to two days later. The
      last \(CorrelationSearch.mostDays) days are looked at. Documentation/Insights.md says how, and what it means.

      --json has every pair and lag under "looked": rho and its interval, n, how many independent days those are worth, p, q
      (p corrected for all that was looked at), and plain_rho, which is of the numbers as they are.
      """,
    run: { given throws(Problem) in
      guard let path = given.operands.first, given.operands.count == 1 else {
        throw .usage("`troupe insights` takes one file.", help: "insights")
      }
      let table = try table(at: path)
      var bounds = CorrelationSearch.Bounds()
      bounds.leastShuffles = try number(given, shuffles, in: 0...100_000) ?? 0
      let seed = UInt64(try number(given, .seed, in: 0...Int.max) ?? 1)
      let looked = table.answers(bounds: bounds, seed: seed)
      Output.line(given.has(.json) ? document(table, looked, bounds) : account(table, looked, bounds))
      return 0
    })

  private static func number(_ given: Arguments, _ option: Option, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = given[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        "--\(option.name) is a whole number from \(range.lowerBound) to \(range.upperBound).", help: "insights")
    }
    return number
  }

  private static func table(at path: String) throws(Problem) -> DayCSV {
    let data = try NamedFile.data(
      of: path, most: DayCSV.mostBytes, tooLarge: "csv-limit", remedy: "Take the last two years of it.")
    do throws(DayCSV.Unreadable) {
      return try DayCSV(Array(data))
    } catch {
      throw Problem(
        "bad-csv", "\(path.suffix(200)), line \(error.line): \(error.sentence).",
        remedy: "See `troupe help insights` for the format.")
    }
  }

  /// Returns whether a correlation is significant and strong enough to report.
  private static func holds(_ looked: Looked, _ bounds: CorrelationSearch.Bounds) -> Bool {
    looked.corrected <= bounds.level && looked.rho.magnitude >= Insights.leastStrength
  }

  // MARK: JSON output

  private static func document(_ table: DayCSV, _ looked: [Looked], _ bounds: CorrelationSearch.Bounds) -> String {
    let rows: [JSON] = looked.map { one in
      [
        "cause": .string(table.columns[one.question.cause].name),
        "effect": .string(table.columns[one.question.effect].name), "lag": .number(Double(one.question.lag)),
        "n": .number(Double(one.days)), "independent": .number(one.independent), "rho": .number(one.rho),
        "interval": [.number(one.interval.lowerBound), .number(one.interval.upperBound)],
        "plain_rho": table.plainRho(one.question).map { .number($0) } ?? .null, "p": .number(one.chance),
        "q": .number(one.corrected), "shuffles": .number(Double(one.shuffles)), "holds": .bool(holds(one, bounds)),
      ]
    }
    let document: JSON = [
      "days": .number(Double(table.days)), "first": .string(table.first.text),
      "found": .number(Double(looked.count { holds($0, bounds) })), "looked": .array(rows),
    ]
    return (try? JSON.text(document)) ?? "{}"
  }

  // MARK: Text output

  private static func account(_ table: DayCSV, _ looked: [Looked], _ bounds: CorrelationSearch.Bounds) -> String {
    let run = InsightRun(findings: [], looked: looked.count, days: table.days)
    let found = looked.filter { holds($0, bounds) }.sorted { $0.rho.magnitude > $1.rho.magnitude }
    guard !found.isEmpty else { return run.sentence }
    let lines = found.map { one in
      let later = ["on the same day", "a day later", "two days later"]
      let (cause, effect) = (
        table.columns[one.question.cause].name.harmless, table.columns[one.question.effect].name.harmless
      )
      return """
        \(cause) and \(effect) \(later[min(2, one.question.lag)]): rho \(rounded(one.rho, 2)) \
        (\(rounded(one.interval.lowerBound, 2)) to \(rounded(one.interval.upperBound, 2))) over \(one.days) days, \
        p \(rounded(one.chance, 6)), q \(rounded(one.corrected, 4)).
        """
    }
    return
      (lines + [
        "\(found.count) of \(looked.count) pairs hold up over \(table.days) days.", Finding.caution,
      ]).joined(separator: "\n")
  }

  private static func rounded(_ value: Double, _ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    return String((value * scale).rounded() / scale)
  }
}
