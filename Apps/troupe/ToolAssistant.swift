internal import Commands
internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Money
internal import Phrases

extension Tools {
  private static let now = Option(
    name: "now", value: "TIME", words: "the instant from which it counts (the present one)")
  private static let zone = Option(name: "zone", value: "ZONE", words: "the zone of the times (UTC)")
  private static let locale = Option(
    name: "locale", value: "TAG", words: "en-US reads 3/4 as the 4th of March, others as the 3rd of April (en-US)")
  private static let currency = Option(
    name: "currency", value: "CODE", words: "the currency of amounts without one (none)")

  static let assistant = Tool(
    name: "assistant", summary: "what a line of text asks for: a todo, an event or an expense",
    operands: "parse [TEXT]", options: [now, zone, locale, currency, .json],
    details: """
      Without TEXT it reads one text a line from standard input and writes one JSON document a line. A day alone is a date, an
      hour an instant with its offset, and what is not said is null. Spans are bytes of the text in UTF-8. `ask` is a question
      when two readings are near; the rest is the likelier one.
      """,
    run: { given throws(Problem) in
      guard given.operands.first == "parse", given.operands.count <= 2 else {
        throw .usage("`troupe assistant` takes the word parse and one text.", help: "assistant")
      }
      let name = given[zone] ?? "UTC"
      guard let zone = TimeZone(named: name) else {
        throw .usage(
          "--zone \(name.prefix(64)) is not known here; give a name such as Europe/Berlin.", help: "assistant")
      }
      var date = Date()
      if let text = given[now] {
        guard text.utf8.count <= 40, let instant = Moment.date(text) else {
          throw .usage(
            "--now is an instant with its offset, such as 2026-11-23T09:00:00+01:00 or 2026-11-23T08:00:00Z.",
            help: "assistant")
        }
        date = instant
      }
      var usual: Currency?
      if let code = given[currency] {
        guard let found = Currency(code) else {
          throw .usage("--currency \(code.prefix(16)) is no code of ISO 4217, such as EUR.", help: "assistant")
        }
        usual = found
      }
      let tag = given[locale] ?? "en-US"
      let (moment, settings) = (Moment(date, in: zone, locale: tag), PhraseSettings(locale: tag))
      guard given.operands.count == 2, let text = given.operands.last else {
        while let line = readLine() {
          do throws(Problem) {
            let reading = try PhraseReading(of: line, at: moment, settings: settings)
            Output.line((try? JSON.text(json(reading, zone, usual))) ?? "{}")
          } catch {
            Output.line((try? JSON.text(JSON.object(["error": .string(error.sentence)]))) ?? "{}")
          }
        }
        return 0
      }
      let reading = try PhraseReading(of: text, at: moment, settings: settings)
      if given.has(.json) {
        Output.line((try? JSON.text(json(reading, zone, usual))) ?? "{}")
      } else {
        Output.lines(lines(reading, zone, usual))
      }
      return 0
    })

  private static func money(_ amount: PhraseAmount, _ usual: Currency?) -> (minor: Int, currency: Currency?) {
    guard amount.currency == nil, let usual, let money = amount.money(usual: usual) else {
      return (amount.minor, amount.currency)
    }
    return (money.minor, money.currency)
  }

  private static func json(_ reading: PhraseReading, _ zone: TimeZone, _ usual: Currency?) -> JSON {
    func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
    var amount = JSON.null
    if let said = reading.amount.map({ money($0, usual) }) {
      amount = .object(["minor": .number(Double(said.minor)), "currency": text(said.currency?.code)])
    }
    return .object([
      "kind": .string(reading.kind.rawValue),
      "title": text(reading.title),
      "start": text(reading.start.map { PhraseReading.text(of: $0, in: zone) }),
      "end": text(reading.end.map { PhraseReading.text(of: $0, in: zone) }),
      "all_day": reading.isAllDay.map { .bool($0) } ?? .null,
      "repeats": text(reading.repeats),
      "amount": amount,
      "category": text(reading.category),
      "sure": .number(reading.sure),
      "ask": text(reading.ask),
      "spans": .array(
        reading.spans.map { span in
          .object([
            "meaning": .string(span.meaning.rawValue), "start": .number(Double(span.bytes.lowerBound)),
            "end": .number(Double(span.bytes.upperBound)), "text": .string(span.words),
          ])
        }),
    ])
  }

  private static func lines(_ reading: PhraseReading, _ zone: TimeZone, _ usual: Currency?) -> [String] {
    var lines = ["kind: \(reading.kind.rawValue)"]
    if let title = reading.title { lines.append("title: \(title)") }
    if let start = reading.start { lines.append("start: \(PhraseReading.text(of: start, in: zone))") }
    if let end = reading.end { lines.append("end: \(PhraseReading.text(of: end, in: zone))") }
    if let rule = reading.repeats { lines.append("repeats: \(rule)") }
    if let said = reading.amount.map({ money($0, usual) }) {
      lines.append("amount: \(said.minor) \(said.currency?.code ?? "hundredths")")
    }
    if let category = reading.category { lines.append("category: \(category)") }
    if let ask = reading.ask { lines.append("ask: \(ask)") }
    return lines
  }
}
