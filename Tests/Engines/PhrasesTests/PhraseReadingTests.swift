import Chance
import FoundationEssentials
import Kernel
import Money
import Phrases
import Recurrence
import Testing

@Suite("Lines of text") struct PhraseReadingTests {
  @Test(
    "A repetition is a rule of RFC 5545 with its first day",
    arguments: [
      ("water plants every other tuesday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "2026-12-01"),
      ("every day", "FREQ=DAILY", "2026-11-26"),
      ("rent every month on the 3rd", "FREQ=MONTHLY;BYMONTHDAY=3", "2026-12-03"),
      ("gym every monday and wednesday", "FREQ=WEEKLY;BYDAY=MO,WE", "2026-11-30"),
      ("every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-26"),
      ("pizza every last friday of the month", "FREQ=MONTHLY;BYDAY=-1FR", "2026-11-27"),
      ("every 3 weeks", "FREQ=WEEKLY;INTERVAL=3", "2026-11-26"), ("taxes yearly", "FREQ=YEARLY", nil),
      ("swim on mondays", "FREQ=WEEKLY;BYDAY=MO", "2026-11-30"),
      ("every march 3", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=3", "2027-03-03"),
      ("review on the last day of every month", "FREQ=MONTHLY;BYMONTHDAY=-1", "2026-11-30"),
      ("every last day of the month", "FREQ=MONTHLY;BYMONTHDAY=-1", "2026-11-30"),
      ("every day for 5 times", "FREQ=DAILY;COUNT=5", "2026-11-26"),
      ("every monday until 31 december", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231", "2026-11-30"),
      ("pills every day for 10 days", "FREQ=DAILY;UNTIL=20261205", "2026-11-26"),
      ("gym every monday for 3 weeks", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261220", "2026-11-30"),
      ("rent every month for 3 months", "FREQ=MONTHLY;UNTIL=20270225", "2026-11-26"),
      ("rent on the 1st every month", "FREQ=MONTHLY;BYMONTHDAY=1", "2026-12-01"),
      ("every month on the 3rd pay rent", "FREQ=MONTHLY;BYMONTHDAY=3", "2026-12-03"),
      ("pay rent on the 1st monthly", "FREQ=MONTHLY;BYMONTHDAY=1", "2026-12-01"),
      ("every month clean on the 3rd floor", "FREQ=MONTHLY", "2026-11-26"),
      ("daily vitamins for 3 days", "FREQ=DAILY;UNTIL=20261128", "2026-11-26"),
      ("biweekly sync", nil, nil), ("weekly report", nil, nil),
    ] as [(String, String?, String?)])
  func repeats(text: String, rule: String?, first: String?) throws {
    let reading = try read(text)
    #expect(reading.repeats == rule, "\(text)")
    if let first { #expect(reading.start?.text == first, "\(text)") }
    if let rule = reading.repeats { _ = try RecurrenceRule(text: rule) }
  }

  @Test(
    "An amount is exact in the smallest unit of its currency",
    arguments: [
      ("lunch 12.50", 1250, nil), ("€12 lunch", 1200, "EUR"), ("12,50 EUR taxi", 1250, "EUR"),
      ("1.234,56", 123_456, nil),
      ("$5 for coffee", 500, "USD"), ("spent 20 on lunch", 2000, nil), ("rent $1,200", 120_000, "USD"),
      ("laptop 1,299.99 USD", 129_999, "USD"), ("sushi ¥1500", 1500, "JPY"), ("paid 3 dollars", 300, "USD"),
      ("CHF 7 tram", 700, "CHF"), ("hotel 12.345 KWD", 12_345, "KWD"), ("US$5 tip", 500, "USD"),
      ("bread 50 cents", 50, nil),
      ("£2.5 tea", 250, "GBP"), ("$5k car", 500_000, "USD"), ("sofa 2.5k €", 250_000, "EUR"),
      ("5k EUR roof", 500_000, "EUR"),
      ("rent 1 250,00 €", 125_000, "EUR"), ("donation 1 000 SEK", 100_000, "SEK"), ("C$ 12 poutine", 1200, "CAD"),
      ("bought 2 kg apples 5.98 EUR", 598, "EUR"), ("bought 3 shirts for 45 EUR", 4500, "EUR"),
      ("ordered 2 pizzas, €21.50", 2150, "EUR"), ("twenty five euros for flowers", 2500, "EUR"),
    ] as [(String, Int, String?)])
  func amounts(text: String, minor: Int, currency: String?) throws {
    let reading = try read(text)
    #expect(reading.amount == PhraseAmount(minor: minor, currency: currency.flatMap { Currency($0) }), "\(text)")
    #expect(reading.kind == .expense)
  }

  @Test(
    "No amount is read where there is none",
    arguments: [
      "install version 3.11", "room 204", "buy 2 tickets", "lose 5 pounds", "run 12.5 km", "paid on the 3rd",
      "TRY again",
      "meeting at 12.50", "call 030 1234", "€999999999999999999999",
    ])
  func noAmount(text: String) throws {
    #expect(try read(text).amount == nil, "\(text)")
  }

  @Test("An amount without a currency takes the usual one, with the digits that it has")
  func usual() throws {
    let amount = PhraseAmount(minor: 2000, currency: nil)
    #expect(amount.money(usual: .euro) == Money(minor: 2000, .euro))
    #expect(amount.money(usual: .yen) == Money(minor: 20, .yen))
    #expect(PhraseAmount(minor: 500, currency: .dollar).money(usual: .euro) == Money(minor: 500, .dollar))
  }

  @Test(
    "A text is a todo, an event, an expense or none, and its title is what is left",
    arguments: [
      ("remind me to call mum tomorrow at 5", .todo, "call mum"), ("buy milk", .todo, "buy milk"),
      ("lunch with Sam next friday at 1pm", .event, "lunch with Sam"), ("dentist tue 9:30", .event, "dentist"),
      ("todo: read the book by friday", .todo, "read the book"), ("spent 20 on lunch yesterday", .expense, "lunch"),
      ("$5 for coffee", .expense, "coffee"), ("pay 900 EUR rent on the 1st", .todo, "pay rent"),
      ("what is due tomorrow?", .none, nil), ("hello", .none, nil), ("", .none, nil), ("...", .none, nil),
      ("may I ask", .none, nil), ("🎉 party saturday 8pm", .event, "🎉 party"),
      ("مكالمة مع أحمد tomorrow at 5pm", .event, "مكالمة مع أحمد"),
      ("don't forget to water the plants", .todo, "water the plants"),
      ("email John about Monday's report by friday", .todo, "email John about Monday's report"),
      ("conference from 3 March to 5 March", .event, "conference"),
    ] as [(String, PhraseKind, String?)])
  func kinds(text: String, kind: PhraseKind, title: String?) throws {
    let reading = try read(text)
    #expect(reading.kind == kind, "\(text)")
    if let title { #expect(reading.title == title, "\(text)") }
    #expect(0...1 ~= reading.sure)
  }

  @Test(
    "A day, an hour or a length is told from a name, a price and a number",
    arguments: [
      ("finish the Sunday Times crossword", "finish the Sunday Times crossword", nil, nil),
      ("watch Monday Night Football", "watch Monday Night Football", nil, nil),
      ("Black Friday sale", "Black Friday sale", nil, nil),
      ("Dinner at Noon Café Friday 8pm", "Dinner at Noon Café", "2026-11-27T20:00", nil),
      ("Drinks at The Midnight Owl on Saturday at 9pm", "Drinks at The Midnight Owl", "2026-11-28T21:00", nil),
      ("lunch with Tom on Sunday", "lunch with Tom", "2026-11-29", nil),
      ("holiday in Crete from 12 to 19 June", "holiday in Crete", "2027-06-12", "2027-06-19"),
      ("bins out every Thursday night", "bins out", "2026-11-26T20:00", nil),
      ("squash tomorrow 18:00 1h", "squash", "2026-11-27T18:00", "2026-11-27T19:00"),
      ("massage sat 3pm (60 min)", "massage", "2026-11-28T15:00", "2026-11-28T16:00"),
      ("fine £70 due 10 December", "fine", "2026-12-10", nil),
    ] as [(String, String, String?, String?)])
  func names(text: String, title: String, start: String?, end: String?) throws {
    let reading = try read(text)
    #expect(reading.title?.lowercased() == title.lowercased(), "\(text)")
    #expect(
      reading.start?.text.prefix(16) == start.map { $0[...] } && reading.end?.text.prefix(16) == end.map { $0[...] },
      "\(text)")
  }

  @Test(
    "What is said of the past, asked to be shown or said as a greeting is nothing to do",
    arguments: [
      "I went to the cinema yesterday", "show my expenses in May", "the sky is blue", "good morning", "happy birthday!",
      "nice to meet you", "congratulations", "hello there",
    ])
  func nothing(text: String) throws { #expect(try read(text).kind == .none, "\(text)") }

  @Test("An expense lies in the past, and has a category")
  func past() throws {
    let reading = try read("spent 20 on lunch on friday")
    #expect(reading.start?.text == "2026-11-20" && reading.category == "food")
    #expect(try read("taxi 15 EUR").category == "transport")
    #expect(try read("thing 15 EUR").category == nil)
  }

  @Test("Two readings that are near are asked about, and the likelier one comes first")
  func near() throws {
    let reading = try read("lunch with Sam next friday")
    #expect(reading.ask == "Friday 4 December or Friday 27 November?")
    #expect(reading.start?.text == "2026-12-04" && reading.other?.text == "2026-11-27")
    #expect(try read("call mum at 8").ask == "08:00 or 20:00?")
    #expect(try read("call mum at 8pm").ask == nil)
    #expect(try read("lunch with Sam tomorrow").ask == nil)
  }

  @Test("Spans are bytes of the text, in order, and say what each word was taken for")
  func spans() throws {
    let text = "Mittagessen für 3 mit Zoë 🍜 tomorrow at 1pm, €12"
    let reading = try read(text)
    var last = 0
    for span in reading.spans {
      #expect(span.bytes.lowerBound >= last)
      last = span.bytes.upperBound
      #expect(String(decoding: Array(text.utf8)[span.bytes], as: UTF8.self) == span.words)
    }
    #expect(reading.spans.map(\.meaning).contains(.day) && reading.spans.map(\.meaning).contains(.time))
    #expect(reading.spans.map(\.meaning).contains(.amount) && reading.title?.contains("Zoë 🍜") == true)
  }

  @Test("A text that is too long is refused with a sentence")
  func tooLong() {
    #expect(throws: Problem.self) { try read(String(repeating: "tomorrow ", count: 300)) }
  }

  @Test("Any bytes are read without harm")
  func rubbish() throws {
    var chance = try FuzzPlan.generator(for: "phrases")
    func next(_ most: Int) -> Int { Int.random(in: 0..<most, using: &chance) }
    let words = [
      "next", "friday", "at", "3", "12", ":", "30", "/", "-", ".", "every", "other", "the", "last", "day", "of",
      "month", "in", "2",
      "weeks", "ago", "from", "to", "pm", "€", "1.234,56", "may", "99999999999999999999", "🎉", "ج", "until", "for",
      "half", "past",
      "\u{200F}", "'", "q", "4", "end", "christmas", "before", "and", "a", "000", "T", "Z", "+", "\u{0}", "2026",
      "spent", "$",
    ]
    for _ in 0..<3_000 {
      var text = ""
      for _ in 0..<next(14) { text += words[next(words.count)] + (next(3) == 0 ? "" : " ") }
      let reading = try read(text)
      if let rule = reading.repeats { _ = try RecurrenceRule(text: rule) }
      if let start = reading.start { #expect(!PhraseReading.text(of: start, in: morning.zone).isEmpty) }
      if let end = reading.end, let start = reading.start { #expect(end > start, "\(text)") }
    }
    for _ in 0..<500 {
      let bytes = (0..<next(40)).map { _ in UInt8(next(256)) }
      _ = try read(String(decoding: bytes, as: UTF8.self))
    }
  }
}
