internal import Days
internal import Measures

/// Accumulates the records of an export into daily figures, independent of their order and in bounded memory.
struct Gathering {
  /// The relevant attributes of one record or workout, as null-terminated strings.
  struct Fields {
    var type: UnsafePointer<CChar>?
    var source: UnsafePointer<CChar>?
    var unit: UnsafePointer<CChar>?
    var start: UnsafePointer<CChar>?
    var end: UnsafePointer<CChar>?
    var value: UnsafePointer<CChar>?
    var duration: UnsafePointer<CChar>?
    var durationUnit: UnsafePointer<CChar>?
  }

  /// The longest interval of a plausible count, in seconds.
  static let longestCount = 7 * 86_400

  private(set) var records = 0
  /// Returns the current line of the file.
  var line: () -> Int = { 0 }
  private var unread = UnreadCounts()
  private var counts: QuarterHours
  private var levels = Levels()
  private var nights = Nights()
  private var trainings = Trainings()
  private var sources = SourceNames()
  private var seen = SeenDays()

  private var stamps = StampReader()
  private var lastType = Remembered<RecordType?>()
  private var lastUnits = [Remembered<Double?>](repeating: Remembered(), count: RecordType.allCases.count)
  private var lastStage = Remembered<SleepStage?>()
  /// The end of the export date, or of today where the file names none: later records are implausible. One day of tolerance
  /// covers time zones.
  private var latest = (GatherKey.days.upperBound - 4) * 86_400

  /// - Parameter today: The day on which the file is read; nil for a file whose days are not bounded by it.
  init(mostBlocks: Int = QuarterHours.mostBlocks, today: CalendarDay? = nil) {
    counts = QuarterHours(mostBlocks: mostBlocks)
    if let today { latest = min(latest, (today.number + 2) * 86_400) }
  }

  var days: Int { seen.count }

  // MARK: Incoming records

  mutating func exported(_ text: UnsafePointer<CChar>) {
    if let stamp = stamps.read(text) { latest = min(latest, stamp.wall + 86_400) }
  }

  mutating func take(_ fields: Fields) {
    records += 1
    guard let type = fields.type, let sort = lastType.value(of: type, { RecordType(named: String(cString: $0)) }) else {
      return
    }
    if let reason = count(sort, fields) { unread.count(reason, at: line) }
  }

  /// Counts a record; returns the reason when it cannot be read.
  private mutating func count(_ sort: RecordType, _ fields: Fields) -> UnreadRecords.Reason? {
    let (start, end): (Stamp, Stamp)
    switch time(fields) {
    case .success(let found): (start, end) = found
    case .failure(let missing): return missing.reason
    }
    guard let value = fields.value else { return sort == .sleep ? .stage : .amount }
    guard let from = fields.source else { return .source }
    let length = end.instant - start.instant
    // In the local time of the start, so that a daylight-saving change between adds no empty hour.
    let until = start.wall + length
    guard let measure = sort.measure else {
      guard let stage = lastStage.value(of: value, { SleepStage(named: String(cString: $0)) }) else { return .stage }
      guard (1...Nights.longest).contains(length) else { return .length }
      guard nights.add(stage, from: start.wall, to: until, source: sources.number(of: from)) else { return .room }
      seen.insert(Nights.day(ending: until))
      return nil
    }
    let amount: Double
    switch self.amount(sort, value, fields.unit) {
    case .success(let found): amount = found
    case .failure(let missing): return missing.reason
    }
    let source = sources.number(of: from)
    switch measure.kind {
    case .total:
      guard counts.add(amount, sort, from: start.wall, to: until, source: source) else { return .room }
      if amount > 0 { for day in start.wall / 86_400...max(start.wall, until - 1) / 86_400 { seen.insert(day) } }
    case .level:
      guard levels.add(amount, sort, day: start.wall / 86_400, at: start.instant, source: source) else { return .room }
      seen.insert(start.wall / 86_400)
    }
    return nil
  }

  mutating func takeWorkout(_ fields: Fields) {
    records += 1
    if let reason = count(workout: fields) { unread.count(reason, at: line) }
  }

  private mutating func count(workout fields: Fields) -> UnreadRecords.Reason? {
    let (start, end): (Stamp, Stamp)
    switch time(fields) {
    case .success(let found): (start, end) = found
    case .failure(let missing): return missing.reason
    }
    guard let from = fields.source else { return .source }
    let length = end.instant - start.instant
    guard (1...Trainings.longest).contains(length) else { return .length }
    let minutes = Gathering.minutes(fields) ?? Double(length) / 60
    guard minutes <= Double(Trainings.longest) / 60 else { return .amount }
    let days = trainings.add(
      minutes: minutes, wall: start.wall, from: start.instant, to: end.instant, source: sources.number(of: from))
    guard let days else { return .room }
    for day in days { seen.insert(day) }
    return nil
  }

  /// The duration of a workout; nil where it is missing, no number, or not above zero: then start and end tell it.
  private static func minutes(_ fields: Fields) -> Double? {
    guard let duration = fields.duration, let number = NumberReader.read(duration), number > 0,
      let factor = RecordType.minutes(fields.durationUnit.map { String(cString: $0) } ?? "min")
    else { return nil }
    return number * factor
  }

  /// A reason as an error, for a value that is missing.
  private struct Missing: Error {
    let reason: UnreadRecords.Reason
  }

  private mutating func time(_ fields: Fields) -> Result<(Stamp, Stamp), Missing> {
    guard let startText = fields.start, let endText = fields.end, let start = stamps.read(startText),
      let end = stamps.read(endText), start.instant <= end.instant
    else { return .failure(Missing(reason: .time)) }
    guard start.wall >= 86_400, end.wall <= latest else { return .failure(Missing(reason: .date)) }
    guard end.instant - start.instant <= Gathering.longestCount else { return .failure(Missing(reason: .length)) }
    return .success((start, end))
  }

  private mutating func amount(
    _ sort: RecordType, _ value: UnsafePointer<CChar>, _ unit: UnsafePointer<CChar>?
  ) -> Result<Double, Missing> {
    guard let unit, let factor = lastUnits[Int(sort.rawValue)].value(of: unit, { sort.factor(String(cString: $0)) })
    else { return .failure(Missing(reason: .unit)) }
    guard let number = NumberReader.read(value), sort.plausible.contains(number * factor) else {
      return .failure(Missing(reason: .amount))
    }
    return .success(number * factor)
  }

  // MARK: Result

  var whole: ReadExport {
    var days: [ReadDay] = []
    let names = sources.names
    func put(_ measure: Measure?, _ day: Int, _ source: Int?, _ amount: Double) {
      guard let measure else { return }
      days.append(
        ReadDay(
          day: CalendarDay(number: day), measure: measure, amount: amount, source: source.map { names[$0] }))
    }
    counts.each { sort, day, source, amount in put(sort.measure, day, source, amount) }
    levels.each { sort, day, source, amount in put(sort.measure, day, source, amount) }
    nights.each(names, put)
    trainings.each(put)
    let places = Dictionary(
      Measure.allCases.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    days.sort { one, other in
      if one.day != other.day { return one.day < other.day }
      if one.measure != other.measure { return places[one.measure, default: 0] < places[other.measure, default: 0] }
      // Nil stands for all sources together and comes first.
      guard let source = one.source else { return other.source != nil }
      return other.source.map { source < $0 } ?? false
    }
    return ReadExport(days: days, records: records, unread: unread.all, sources: names.sorted())
  }
}

/// The days with data, counted while reading goes on.
private struct SeenDays {
  private var words = [UInt64](repeating: 0, count: GatherKey.days.upperBound / 64 + 1)
  private(set) var count = 0

  mutating func insert(_ day: Int) {
    guard GatherKey.days.contains(day) else { return }
    let bit = UInt64(1) << UInt64(day % 64)
    guard words[day / 64] & bit == 0 else { return }
    words[day / 64] |= bit
    count += 1
  }
}
