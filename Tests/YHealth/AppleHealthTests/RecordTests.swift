import Days
import Kernel
import Measures
import Testing

@testable import AppleHealth

@Suite("Records of an export") struct RecordTests {
  @Test("every supported kind becomes a daily figure in the measure's own unit")
  func kinds() throws {
    let at = "2026-11-21 10:00:00 +0100"
    let export = try Sample.read(
      Sample.export(
        Sample.steps("120", at, "2026-11-21 10:10:00 +0100"),
        Sample.quantity("DistanceWalkingRunning", "1.5", "mi", at, "2026-11-21 10:10:00 +0100"),
        Sample.quantity("ActiveEnergyBurned", "41.84", "kJ", at, "2026-11-21 10:10:00 +0100"),
        Sample.quantity("AppleExerciseTime", "1", "min", at, "2026-11-21 10:01:00 +0100"),
        Sample.quantity("RestingHeartRate", "52", "count/min", at),
        Sample.quantity("RestingHeartRate", "54", "count/min", at),
        Sample.quantity("HeartRateVariabilitySDNN", "48.5", "ms", at),
        Sample.quantity("BodyMass", "160", "lb", at),
        Sample.quantity("DietaryWater", "10", "fl_oz_us", at),
        Sample.quantity("DietaryEnergyConsumed", "510", "kcal", at),
        Sample.quantity("DietaryProtein", "21", "g", at), Sample.quantity("DietaryCarbohydrates", "60", "g", at),
        Sample.quantity("DietaryFatTotal", "0.012", "kg", at), Sample.quantity("DietaryFiber", "8000", "mg", at)))
    let day = "2026-11-21"
    func says(_ measure: Measure, _ expected: Double) -> Bool {
      export.amount(measure, day).map { abs($0 - expected) < 0.002 } ?? false
        && export.amount(measure, day) == export.amount(measure, day, from: "Watch")
    }
    #expect(says(.steps, 120) && says(.distance, 2414.016) && says(.activeEnergy, 10) && says(.activeMinutes, 1))
    #expect(says(.restingHeartRate, 53) && says(.heartRateVariability, 48.5) && says(.weight, 72.5748))
    #expect(says(.water, 295.735) && says(.calories, 510) && says(.protein, 21) && says(.carbohydrate, 60))
    #expect(says(.fat, 12) && says(.fibre, 8))
    #expect(export.records == 14 && export.unreadable == 0 && export.sources == ["Watch"] && export.dayCount == 1)
  }

  @Test("a record after tomorrow is implausible, whether the file names its date or not")
  func future() throws {
    let lines = [
      Sample.steps("100", "2026-11-21 10:00:00 +0100", "2026-11-21 10:10:00 +0100"),
      Sample.steps("200", "2027-05-01 10:00:00 +0100", "2027-05-01 10:10:00 +0100"),
    ]
    let date = "<ExportDate value=\"2026-11-22 08:15:30 +0100\"/>"
    let export = Sample.export(lines[0], lines[1]).replacing(date, with: "")
    let parser = ExportParser(today: CalendarDay("2026-11-22"))
    try parser.feed(Array(export.utf8))
    let read = try parser.finish()
    #expect(read.dayCount == 1 && read.unread.map(\.reason) == [.date])
    // Without a day to bound it, as before.
    #expect(try Sample.read(export).dayCount == 2)
  }

  @Test("a record belongs to the local day on which it began, whatever its zone")
  func zones() throws {
    let export = try Sample.read(
      Sample.export(
        Sample.steps("10", "2026-11-20 23:50:00 -0800", "2026-11-20 23:55:00 -0800"),
        Sample.steps("20", "2026-11-20 23:50:00 +1345", "2026-11-21 00:10:00 +1345"),
        // The clocks were put back in between: this took an hour and a half, not half an hour.
        Sample.steps("90", "2026-10-25 02:30:00 +0200", "2026-10-25 03:00:00 +0100")))
    #expect(export.amount(.steps, "2026-11-20") == 20 && export.amount(.steps, "2026-11-21") == 10)
    #expect(export.amount(.steps, "2026-10-25") == 90)
  }

  @Test("within a quarter of an hour the source with the highest count wins, so no minute counts twice")
  func overlap() throws {
    let export = try Sample.read(
      Sample.export(
        Sample.steps("100", "2026-11-21 10:00:00 +0100", "2026-11-21 10:15:00 +0100", from: "Phone"),
        Sample.steps("130", "2026-11-21 10:00:00 +0100", "2026-11-21 10:15:00 +0100"),
        Sample.steps("50", "2026-11-21 12:00:00 +0100", "2026-11-21 12:05:00 +0100", from: "Phone")))
    #expect(export.amount(.steps, "2026-11-21") == 180)
    #expect(export.amount(.steps, "2026-11-21", from: "Phone") == 150)
    #expect(export.amount(.steps, "2026-11-21", from: "Watch") == 130)
    #expect(export.sources == ["Phone", "Watch"])
  }

  @Test("the sums agree with the overlap rules of Measures, in any order of the records")
  func alike() throws {
    var random = Seeded(7)
    let zero = 20_778 * 86_400
    let intervals = (0..<400).map { _ in
      let start = zero + Int.random(in: 0..<80_000, using: &random)
      return Overlap.Interval(
        start: start, end: start + Int.random(in: 0..<5000, using: &random),
        amount: Double(Int.random(in: 0...900, using: &random)),
        source: ["a", "b", "c"].randomElement(using: &random) ?? "a")
    }
    func total(_ intervals: [Overlap.Interval], mostBlocks: Int = 100) -> Double {
      var hours = QuarterHours(mostBlocks: mostBlocks)
      for one in intervals {
        let source = ["a": 0, "b": 1, "c": 2][one.source] ?? 0
        let isTaken = hours.add(one.amount, .steps, from: one.start, to: one.end, source: source)
        #expect(isTaken)
      }
      var whole = 0.0
      hours.each { _, _, source, amount in if source == nil { whole += amount } }
      return whole
    }
    let expected = Overlap.reconciled(intervals)
    #expect(abs(total(intervals) - expected) < 0.000_5)
    #expect(abs(total(intervals.shuffled(using: &random)) - expected) < 0.000_5)
    // Without room for quarters, the largest source of each day is used, never more than that.
    let coarse = total(intervals, mostBlocks: 0)
    #expect(coarse <= expected && coarse >= expected / 3)
  }

  @Test("the result does not depend on the order of the records")
  func shuffled() throws {
    var random = Seeded(11)
    func time(_ hour: Int) -> String { "2026-11-\(15 + hour / 24) \(hour % 24 < 10 ? "0" : "")\(hour % 24)" }
    let kinds = [
      ("StepCount", "count"), ("HeartRateVariabilitySDNN", "ms"), ("BodyMass", "kg"), ("DietaryWater", "mL"),
    ]
    var lines = (0..<300).map { _ in
      let (kind, unit) = kinds[Int.random(in: 0..<4, using: &random)]
      let hour = Int.random(in: 0..<120, using: &random)
      return Sample.quantity(
        kind, "\(Int.random(in: 20...90, using: &random)).37", unit, "\(time(hour)):05:00 +0100",
        "\(time(hour + 1)):20:00 +0100", from: ["Phone", "Watch", "Scale"].randomElement(using: &random) ?? "")
    }
    lines += [
      Sample.slept("Asleep", "-22:00", "06:00", from: "Phone"), Sample.slept("Asleep", "-23:00", "07:00"),
      Sample.slept("InBed", "-21:30", "07:30", from: "Phone"), Sample.workout("10:00", "10:30", duration: "29.9"),
      Sample.workout("10:10", "10:40", duration: "30.1", from: "Phone"),
      Sample.workout("10:20", "10:50", duration: "0.1", from: "Phone"),
    ]
    let first = try Sample.read(Sample.head + lines.joined() + Sample.foot)
    #expect(first.unreadable == 0 && first.dayCount >= 5)
    for _ in 0..<5 {
      lines.shuffle(using: &random)
      let again = try Sample.read(Sample.head + lines.joined() + Sample.foot)
      #expect(again == first)
    }
  }

  @Test("the weight of a day is its last one, whatever its place in the file")
  func weight() throws {
    let export = try Sample.read(
      Sample.export(
        Sample.quantity("BodyMass", "71", "kg", "2026-11-21 21:00:00 +0100"),
        Sample.quantity("BodyMass", "70", "kg", "2026-11-21 07:00:00 +0100", from: "Scale")))
    #expect(export.amount(.weight, "2026-11-21") == 71 && export.amount(.weight, "2026-11-21", from: "Scale") == 70)
  }

  @Test(
    "an invalid record is counted as unreadable and left out",
    arguments: [
      Sample.steps("many", "2026-11-21 10:00:00 +0100", "2026-11-21 10:05:00 +0100"),
      Sample.steps("-5", "2026-11-21 10:00:00 +0100", "2026-11-21 10:05:00 +0100"),
      Sample.steps("1e400", "2026-11-21 10:00:00 +0100", "2026-11-21 10:05:00 +0100"),
      Sample.steps("99999999", "2026-11-21 10:00:00 +0100", "2026-11-21 10:05:00 +0100"),
      Sample.steps("", "2026-11-21 10:00:00 +0100", "2026-11-21 10:05:00 +0100"),
      Sample.steps("5", "2026-11-21 10:05:00 +0100", "2026-11-21 10:00:00 +0100"),
      Sample.steps("5", "2026-02-30 10:00:00 +0100", "2026-02-30 10:05:00 +0100"),
      Sample.steps("5", "2026-11-21T10:00:00Z", "2026-11-21T10:05:00Z"),
      Sample.steps("5", "1901-11-21 10:00:00 +0100", "1901-11-21 10:05:00 +0100"),
      Sample.steps("5", "2026-11-01 10:00:00 +0100", "2026-11-21 10:05:00 +0100"),
      Sample.steps("5", "2041-11-21 10:00:00 +0100", "2041-11-21 10:05:00 +0100"),
      Sample.quantity("StepCount", "5", "furlong", "2026-11-21 10:00:00 +0100"),
      Sample.quantity("RestingHeartRate", "0", "count/min", "2026-11-21 10:00:00 +0100"),
      Sample.quantity("BodyMass", "7000", "kg", "2026-11-21 10:00:00 +0100"),
      Sample.slept("AsleepSoundly", "01:00", "02:00"),
      "<Record type=\"HKQuantityTypeIdentifierStepCount\"/>",
    ])
  func senseless(line: String) throws {
    let good = Sample.steps("7", "2026-11-21 09:00:00 +0100", "2026-11-21 09:05:00 +0100")
    let export = try Sample.read(Sample.export(line, good))
    #expect(export.records == 2 && export.unreadable == 1)
    #expect(export.days.map(\.amount) == [7, 7] && export.days.map(\.source) == [nil, "Watch"])
  }

  @Test("the reasons for unreadable records are counted, each with the lines of the first, and the rest is read")
  func reasons() throws {
    func steps(_ value: String, _ unit: String = "count", _ day: String = "2026-11-21") -> String {
      Sample.quantity("StepCount", value, unit, "\(day) 10:00:00 +0100", "\(day) 10:05:00 +0100")
    }
    let head = Sample.head.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    let lines =
      (0..<5).map { _ in steps("many") } + [
        steps("5", "furlong"), steps("5", "count", "2041-11-21"), steps("5", "count", "2026-02-30"),
        Sample.slept("AsleepSoundly", "01:00", "02:00"),
        "<Record type=\"HKQuantityTypeIdentifierStepCount\" unit=\"count\" value=\"5\" "
          + "startDate=\"2026-11-21 10:00:00 +0100\" endDate=\"2026-11-21 10:05:00 +0100\"/>\n",
        Sample.workout("10:00", "10:00", duration: "5"), steps("7"),
      ]
    let export = try Sample.read(Sample.head + lines.joined() + Sample.foot)
    #expect(export.amount(.steps, "2026-11-21") == 7 && export.unreadable == 11)
    let first = export.unread.first
    // A record of the sample ends with an empty line.
    #expect(first?.reason == .amount && first?.count == 5 && first?.lines == [head + 1, head + 2, head + 3])
    #expect(
      Set(export.unread.dropFirst().map(\.reason)) == [.unit, .date, .time, .stage, .source, .length]
        && export.unread.dropFirst().allSatisfy { $0.count == 1 && $0.lines.count == 1 })
    #expect(Set(UnreadRecords.Reason.allCases.map(\.words)).count == UnreadRecords.Reason.allCases.count)
  }

  @Test("unsupported kinds are counted and skipped; records inside a correlation are not counted twice")
  func passedOver() throws {
    let record = Sample.quantity("DietaryEnergyConsumed", "100", "kcal", "2026-11-21 10:00:00 +0100")
    let export = try Sample.read(
      Sample.export(
        Sample.quantity("HeartRate", "61", "count/min", "2026-11-21 10:00:00 +0100"), record,
        "<Correlation type=\"HKCorrelationTypeIdentifierFood\">\(record)</Correlation>"))
    #expect(export.records == 2 && export.unreadable == 0 && export.amount(.calories, "2026-11-21") == 100)
  }

  @Test("sources beyond the limit are grouped under “Other sources”")
  func sources() throws {
    let lines = (0..<300).map { number in
      Sample.steps("1", "2026-11-21 10:00:00 +0100", "2026-11-21 10:05:00 +0100", from: "Device \(number)")
    }
    let export = try Sample.read(Sample.head + lines.joined() + Sample.foot)
    #expect(export.sources.count == SourceNames.most && export.sources.contains("Other sources"))
    #expect(export.amount(.steps, "2026-11-21", from: "Other sources") == Double(300 - SourceNames.most + 1))
  }

  @Test("numbers are read as Swift reads them, and other text is rejected")
  func numbers() {
    for text in [
      "0", "12", "0.0734218", "-3.5", "7.5e-05", "1E3", "123456789012345678901", "00012", "5.", ".5", "1e-60",
    ] {
      let read = text.withCString { NumberReader.read($0) }
      let expected = Double(text.hasSuffix(".") ? text + "0" : text) ?? 0
      #expect(read.map { abs($0 - expected) <= abs(expected) * 1e-12 + 1e-40 } ?? false, "\(text)")
    }
    for text in ["", "-", ".", "e5", "1e", "1e+", "0x10", "inf", "nan", "1 ", " 1", "1,5", "1e99999", "1..2"] {
      #expect(text.withCString { NumberReader.read($0) } == nil, "\(text)")
    }
    #expect(String(repeating: "9", count: 60).withCString { NumberReader.read($0) } == nil)
  }
}
