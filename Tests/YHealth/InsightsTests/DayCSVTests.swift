import Days
import Insights
import Statistics
import Testing

@Suite("A table of days from CSV") struct DayCSVTests {
  private func read(_ text: String) throws -> DayCSV { try DayCSV(Array(text.utf8)) }

  @Test("It is read with its days in any order, with gaps and with what spreadsheets add")
  func reads() throws {
    let table = try read("\u{FEFF}day,mood,water_millilitres\r\n2026-01-03,6.5,1e3\r\n2026-01-01,,-2\r\n")
    #expect(table.first == CalendarDay("2026-01-01") && table.days == 2)
    #expect(table.columns.map(\.name) == ["mood", "water_millilitres"])
    #expect(table.columns[0].values.map { $0.isNaN ? nil : $0 } == [nil, nil, 6.5])
    #expect(table.columns[1].values.map { $0.isNaN ? nil : $0 } == [-2, nil, 1000])
  }

  @Test(
    "An error is reported with its line",
    arguments: [
      ("", 1, "“day”"), ("date,a,b\n", 1, "not “date”"), ("day,a\n", 1, "2 to 200 columns"),
      ("day,a,a\n", 1, "comes twice"), ("day,a,\n", 1, "no name"), ("day,a,b\n", 2, "no day"),
      ("day,a,b\n2026-01-01,1,2\n2026-01-01,1,2\n", 3, "comes twice"),
      ("day,a,b\n2026-02-30,1,2\n", 2, "is no day"), ("day,a,b\n2026-01-01,1\n", 2, "2 fields"),
      ("day,a,b\n2026-01-01,1,x\n", 2, "column “b”"), ("day,a,b\n2026-01-01,nan,1\n", 2, "no number"),
      ("day,a,b\n2026-01-01,inf,1\n", 2, "no number"), ("day,a,b\n2026-01-01,1e999,1\n", 2, "no number"),
      ("day,a,b\n2026-01-01,\"1\",1\n", 2, "no number"), ("day,a,b\n\n2026-01-01,1,1\n", 2, "empty"),
      ("day,a,b\n1800-01-01,1,1\n2026-01-01,1,1\n", 2, "century"),
    ])
  func refuses(_ text: String, _ line: Int, _ words: String) {
    let unreadable = #expect(throws: DayCSV.Unreadable.self) { try read(text) }
    #expect(
      unreadable?.line == line && unreadable?.sentence.contains(words) == true, "\(String(describing: unreadable))")
  }

  @Test("Random bytes are rejected or read safely", arguments: 0..<50)
  func rubbish(_ seed: Int) {
    var dice = Dice(UInt64(seed))
    let letters = Array("day,a\n2026-01-.e\r\"\u{0}é".utf8)
    var bytes = Array("day,a,b\n2026-01-01,1,2\n2026-01-02,3,4\n".utf8)
    for _ in 0..<Int.random(in: 1...20, using: &dice) {
      bytes[Int.random(in: 0..<bytes.count, using: &dice)] =
        Bool.random(using: &dice)
        ? letters[Int.random(in: 0..<letters.count, using: &dice)]
        : UInt8.random(in: 0...255, using: &dice)
    }
    let table = try? DayCSV(bytes)
    #expect(table == nil || table?.columns.count ?? 0 >= 2)
    #expect(table?.answers().isEmpty ?? true)
  }

  @Test("Columns named like measures are asked about as measures, all others in every direction")
  func questions() throws {
    let measures = try read("day,sleep_minutes,deep_sleep_minutes,mood\n2026-01-01,1,2,3\n")
    // Sleep on mood and deep sleep on mood, three lags each, and mood on the next two nights' sleep; never sleep on
    // sleep.
    #expect(measures.questions.count == 8)
    #expect(!measures.questions.contains { Set([$0.cause, $0.effect]) == [0, 1] })
    let others = try read("day,coffee,headache,mood\n2026-01-01,1,2,3\n")
    #expect(others.questions.count == 15)
    #expect(others.questions.count { $0.lag == 0 } == 3)
  }

  @Test("Columns of any name are searched, and a planted correlation is found")
  func found() throws {
    var person = Synthetic(4, days: 150)
    let (coffee, sleep) = person.linked(-0.6, lag: 1, persistence: 0.2)
    let other = person.alone()
    let lines = (0..<150).map { day in
      let values = [coffee[day], sleep[day], other[day]].map { $0.isNaN ? "" : "\($0)" }
      return "\(Synthetic.last.following(day).text),\(values.joined(separator: ","))"
    }
    let table = try read((["day,coffee,dreams,other"] + lines).joined(separator: "\n"))
    let looked = table.answers()
    #expect(looked.count == 15)
    let best = try #require(looked.min { $0.corrected < $1.corrected })
    #expect(best.question == Question(cause: 0, effect: 1, lag: 1) && best.rho < -0.4 && best.corrected < 0.01)
    #expect(try #require(table.plainRho(best.question)) < -0.4)
  }
}
