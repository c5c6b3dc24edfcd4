import Days
import FeatureTesting
import Forms
import FoundationEssentials
import Hours
import Kernel
import Storage
import Testing

@testable import Health

@Suite("Reading form input") struct ReadingTests {
  static let now = Bench.morning

  private func complaints(_ kind: LogKind, _ texts: [FormField: String], at now: Moment = now) -> [FormField: String] {
    var reader = FormReader(FormValues(texts), at: now)
    _ = kind.type.read(UUID(), &reader)
    return reader.complaints.mapValues(\.sentence)
  }

  private func instant(_ day: String, _ time: String, at now: Moment = now) -> Date {
    var reader = FormReader<FormField>(FormValues([.date: day, .time: time]), at: now)
    return reader.instant()
  }

  @Test("An entry is dated now unless the form gives a date or time")
  func now() {
    #expect(instant("", "") == ReadingTests.now.date)
    #expect(instant("", "07:00") == Bench.date("2026-11-22T06:00:00Z"))
    #expect(instant("2026-11-21", "") == Bench.date("2026-11-21T07:15:00Z"))
    #expect(instant(" 2026-07-01 ", "7pm") == Bench.date("2026-07-01T17:00:00Z"))
  }

  @Test(
    "An invalid day or time is reported at its field",
    arguments: [
      ("2026-02-30", ""), ("yesterday", ""), ("2026-11-2", ""), ("22.11.2026", ""), ("+026-11-22", ""), ("", "25:00"),
      ("", "noon"), ("", "7:5"),
    ])
  func unreadable(day: String, time: String) {
    let said = complaints(.mood, [.date: day, .time: time].filter { !$0.value.isEmpty })
    #expect(
      said
        == (day.isEmpty
          ? [.time: "Enter a time, such as 07:30."] : [.date: "Enter the day as 2026-11-22: year, month, day."]))
  }

  @Test("Times in the future or more than ten years ago are rejected")
  func bounds() {
    #expect(complaints(.mood, [.time: "08:16"]) == [.time: "This is in the future. Choose a time up to now."])
    #expect(complaints(.mood, [.time: "08:15"]).isEmpty)
    #expect(
      complaints(.mood, [.date: "2026-11-23", .time: "01:00"])
        == [.date: "This is in the future. Choose a time up to now."])
    #expect(complaints(.mood, [.date: "2016-11-22"]).isEmpty)
    #expect(
      complaints(.mood, [.date: "2016-11-21"]) == [
        .date: "This is too long ago. Choose a day within the last 10 years."
      ])
    let leap = Moment(Bench.date("2024-02-29T12:00:00Z"), in: .gmt)
    #expect(complaints(.mood, [.date: "2014-02-28"], at: leap).keys.contains(.date))
    #expect(complaints(.mood, [.date: "2014-03-01"], at: leap).isEmpty)
  }

  @Test("Every local time has an instant, also when the clocks change")
  func clocks() {
    let summer = Moment(Bench.date("2026-12-01T00:00:00Z"), in: Bench.berlin)
    #expect(instant("2026-03-29", "01:59", at: summer) == Bench.date("2026-03-29T00:59:00Z"))
    #expect(instant("2026-03-29", "03:00", at: summer) == Bench.date("2026-03-29T01:00:00Z"))
    let missing = instant("2026-03-29", "02:30", at: summer)
    #expect(missing >= Bench.date("2026-03-29T00:30:00Z") && missing <= Bench.date("2026-03-29T01:30:00Z"))
    let day = CalendarDay("2026-10-25")?.range(in: Bench.berlin)
    #expect(day.map { $0.upperBound.timeIntervalSince($0.lowerBound) } == 25.0 * 3600)
  }

  @Test("An entry whose time was not edited keeps it to the fraction of a second")
  func untouched() {
    let entry = LogEntry.mood(
      MoodEntry(id: ID(UUID()), mood: 5, feltAt: Bench.date("2026-11-01T10:11:12.345Z")))
    let before = entry.answers(at: ReadingTests.now)
    var reader = FormReader(before, original: entry.when, before: before, at: ReadingTests.now)
    #expect(reader.instant() == entry.when && before[.time] == "11:11")
    // It is the same instant in another zone, too.
    var elsewhere = FormReader(
      before, original: entry.when, before: before, at: Moment(ReadingTests.now.date, in: .gmt))
    #expect(elsewhere.instant() == entry.when)
  }

  @Test(
    "Whole numbers are read only in their range and without decimals",
    arguments: [
      ("0", 0), ("20000", 20000), (" 12 ", 12), ("20001", nil), ("-1", nil), ("+7", 7), ("1.5", nil), ("1e3", nil),
      ("٣", 3), ("8,000", 8000), ("8.000", nil), (String(repeating: "9", count: 400), nil),
    ] as [(String, Int?)])
  func numbers(text: String, number: Int?) {
    var reader = FormReader<FormField>(FormValues([.calories: text]), at: ReadingTests.now)
    #expect(reader.whole(.calories, in: 0...20_000) == number && reader.complaints.isEmpty == (number != nil))
  }

  @Test(
    "A distance has a decimal point or comma, and is asked about where the comma may separate thousands",
    arguments: [
      ("5.2", 5.2), ("5,2", 5.2), ("2000", 2000), ("2000.1", nil), ("nan", nil), ("1.2.3", nil), ("0x1", nil),
      (".", nil), ("1.234", 1.234), ("1,234", nil),
    ] as [(String, Double?)])
  func distances(text: String, number: Double?) {
    var reader = FormReader<FormField>(FormValues([.distance: text]), at: ReadingTests.now)
    #expect(reader.fraction(.distance, in: 0...2000) == number && reader.complaints.isEmpty == (number != nil))
  }

  @Test("Each form accepts exactly what the server accepts")
  func lengths() {
    func text(_ count: Int) -> String { String(repeating: "é", count: count) }
    #expect(complaints(.meal, [.description: text(2000)]).isEmpty)
    #expect(
      complaints(.meal, [.description: text(2001)])
        == [.description: "This has 2001 characters; the limit is 2000. Make it shorter."])
    #expect(complaints(.journal, [.body: text(50_000), .title: text(500)]).isEmpty)
    #expect(Set(complaints(.journal, [.body: text(50_001), .title: text(501)]).keys) == [.body, .title])
    #expect(complaints(.mood, [.mood: "11"])[.mood] == "Enter a whole number from 1 to 10.")
    #expect(complaints(.mood, [.note: text(5001)]).keys.contains(.note))
    #expect(complaints(.activity, [:])[.minutes] == "Enter minutes, distance or steps.")
    #expect(complaints(.activity, [.steps: "300001"]).keys.contains(.steps))
    #expect(complaints(.activity, [.minutes: "2881"]).keys.contains(.minutes))
    #expect(complaints(.journal, [:])[.body] == "Write something first.")
    // As JSON, the twenty longest tags have less than 2000 characters.
    let tags = (10..<30).map { "\($0)" + text(58) }.joined(separator: ",")
    #expect(complaints(.journal, [.body: "x", .tags: tags]).isEmpty)
    #expect(complaints(.journal, [.body: "x", .tags: tags + ",more"]).keys.contains(.tags))
    #expect(complaints(.journal, [.body: "x", .tags: text(61)]).keys.contains(.tags))
  }

  @Test(
    "The time of the day gives the default kind of a meal",
    arguments: [
      ("04:59", Meal.Course.snack), ("05:00", .breakfast), ("11:00", .lunch), ("14:59", .lunch), ("15:00", .snack),
      ("17:00", .dinner), ("21:59", .dinner), ("22:00", .snack),
    ])
  func courses(time: String, course: Meal.Course) {
    #expect(TimeOfDay(time).map { Meal.Course.usual(at: $0) } == course)
  }

  @Test("Every entry survives a round trip through its form")
  func back() {
    let at = Bench.date("2026-11-01T10:11:00.000Z")
    let entries: [LogEntry] = [
      .mood(MoodEntry(id: ID(UUID()), mood: 7, feelings: ["calm", "odd one"], note: "n", feltAt: at)),
      .meal(Meal(id: ID(UUID()), kind: .drink, description: "Tea", calories: 2, photoPath: "p/1", eatenAt: at)),
      .activity(
        Activity(
          id: ID(UUID()), kind: "curling", minutes: 1, steps: 2, metres: 1234, calories: 3, note: "x", startedAt: at)),
      .journal(JournalEntry(id: ID(UUID()), title: "T", body: "a\nb", tags: ["x", "y z"], writtenAt: at)),
      .meal(
        Meal(
          id: ID(UUID()), kind: .lunch, description: "Rice", calories: 300, protein: 6.5, carbohydrate: 66, fat: 0.7,
          fibre: 2.5, eatenAt: at)),
      .workout(
        Workout(
          id: ID(UUID()), kind: "parkour", title: "T", minutes: 45, effort: 8, sets: ["Squat 3x5", "Squat 3x5"],
          note: "n", startedAt: at)),
      .water(WaterEntry(id: ID(UUID()), millilitres: 330, drink: "Tea", drunkAt: at)),
      .energy(EnergyEntry(id: ID(UUID()), energy: 3, stress: nil, note: "n", feltAt: at)),
      .energy(EnergyEntry(id: ID(UUID()), energy: 10, stress: 1, feltAt: at)),
      SleepEntry(
        id: ID(UUID()), fellAsleepAt: Bench.date("2026-10-31T22:01:02.345Z"), wokeAt: at, quality: 7, note: "n"
      ).entry,
      // Longer than a clock can show.
      SleepEntry(id: ID(UUID()), fellAsleepAt: Bench.date("2026-10-30T09:00:00Z"), wokeAt: at).entry,
      .weight(WeightEntry(id: ID(UUID()), grams: 72_455, weighedAt: at)),
    ]
    for entry in entries {
      let values = entry.answers(at: ReadingTests.now)
      var reader = FormReader(values, original: at, before: values, at: ReadingTests.now)
      #expect(entry.name.kind.type.read(entry.name.id, &reader) == entry && reader.complaints.isEmpty)
    }
  }

  @Test("A null character in a text, which databases reject, is removed")
  func nought() {
    var reader = FormReader<FormField>(FormValues([.body: "a\u{0}b", .tags: "\u{0}x"]), at: ReadingTests.now)
    #expect(reader.text(.body, longest: 10) == "ab" && reader.list(.tags, separator: ",", most: 2) == ["x"])
  }

  @Test("Any input is read or reported as invalid")
  func rubbish() {
    var random = Seeded(7)
    let pieces = ["", "0", "9", "-", ":", ".", ",", "\n", "2026-11-22", "07:00", "é", "👩‍👩‍👧", "\u{0}", "nan", "1e9", " "]
    var taken = 0
    for _ in 0..<300 {
      var texts: [FormField: String] = [:]
      for field in FormField.allCases {
        texts[field] = (0..<Int.random(in: 0...2, using: &random)).map { _ in
          pieces[Int.random(in: 0..<pieces.count, using: &random)]
        }.joined()
      }
      for kind in LogKind.allCases {
        var reader = FormReader(FormValues(texts), at: ReadingTests.now)
        let entry = kind.type.read(UUID(), &reader)
        guard reader.complaints.isEmpty else { continue }
        taken += 1
        // Accepted input can be stored, and survives a round trip through its form.
        #expect(entry.when <= ReadingTests.now.date && entry.when.timeIntervalSince1970 > 1_400_000_000)
        let again = entry.answers(at: ReadingTests.now)
        var second = FormReader(again, original: entry.when, before: again, at: ReadingTests.now)
        #expect(kind.type.read(entry.name.id, &second) == entry)
      }
    }
    #expect(taken > 0)
  }
}
