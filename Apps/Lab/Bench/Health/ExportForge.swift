internal import Days
internal import Glibc
internal import Kernel

/// Generates realistic Apple Health exports of a person with a watch and a phone: types one after another, each from
/// the first day to the last, in the mix and with the lengths of real exports. The output is deterministic for a seed.
struct ExportForge {
  /// A record type with its frequency.
  private struct Kind {
    let type: StaticString
    let unit: StaticString
    let aDay: Int
    /// Number of a day's records that come from the phone.
    let ofThePhone: Int
    /// Duration of a record in seconds, and the range of its values in hundredths.
    let seconds: Int
    let hundredths: ClosedRange<Int>
    var isInMotion = false
  }

  private static let kinds: [Kind] = [
    Kind(
      type: "HeartRate", unit: "count/min", aDay: 220, ofThePhone: 0, seconds: 0, hundredths: 4800...15_000,
      isInMotion: true),
    Kind(type: "OxygenSaturation", unit: "%", aDay: 12, ofThePhone: 0, seconds: 0, hundredths: 93...100),
    Kind(type: "RespiratoryRate", unit: "count/min", aDay: 12, ofThePhone: 0, seconds: 0, hundredths: 1200...1900),
    Kind(type: "StepCount", unit: "count", aDay: 90, ofThePhone: 25, seconds: 400, hundredths: 500...60_000),
    Kind(
      type: "DistanceWalkingRunning", unit: "km", aDay: 100, ofThePhone: 25, seconds: 400, hundredths: 1...60),
    Kind(type: "BasalEnergyBurned", unit: "kcal", aDay: 100, ofThePhone: 0, seconds: 860, hundredths: 900...2100),
    Kind(type: "ActiveEnergyBurned", unit: "kcal", aDay: 260, ofThePhone: 0, seconds: 160, hundredths: 1...900),
    Kind(type: "FlightsClimbed", unit: "count", aDay: 6, ofThePhone: 6, seconds: 60, hundredths: 100...300),
    Kind(type: "AppleExerciseTime", unit: "min", aDay: 25, ofThePhone: 0, seconds: 60, hundredths: 100...100),
    Kind(type: "RestingHeartRate", unit: "count/min", aDay: 1, ofThePhone: 0, seconds: 0, hundredths: 4800...6600),
    Kind(type: "WalkingSpeed", unit: "km/hr", aDay: 12, ofThePhone: 12, seconds: 30, hundredths: 300...600),
    Kind(type: "DietaryWater", unit: "mL", aDay: 4, ofThePhone: 4, seconds: 0, hundredths: 20_000...50_000),
    Kind(
      type: "EnvironmentalAudioExposure", unit: "dBASPL", aDay: 30, ofThePhone: 0, seconds: 1700,
      hundredths: 3500...8500),
    Kind(
      type: "HeartRateVariabilitySDNN", unit: "ms", aDay: 5, ofThePhone: 0, seconds: 60, hundredths: 2000...12_000),
  ]
  /// Bytes per day over all types.
  static let bytesOfADay = 396_000
  private static let room = 1 << 20
  private static let firstDay = 16_436

  private var random: Seeded
  private var out: [UInt8] = []
  private let file: Int32
  private(set) var records = 0

  /// Writes about this many bytes to a new file and returns the number of records.
  @discardableResult
  static func write(bytes: Int, to path: String, seed: UInt64 = 1) throws(Problem) -> Int {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failed }
    defer { close(file) }
    var forge = ExportForge(file, seed)
    try forge.writeAll(days: max(1, bytes / bytesOfADay))
    return forge.records
  }

  private static let failed = Problem(
    "no-room", "The export that is measured could not be written.", safe: "Nothing was measured.",
    remedy: "Make room on the disk, then try again.")

  private init(_ file: Int32, _ seed: UInt64) {
    self.file = file
    random = Seeded(seed)
    out.reserveCapacity(ExportForge.room + 4096)
  }

  private mutating func writeAll(days: Int) throws(Problem) {
    put(ExportForge.head)
    for kind in ExportForge.kinds {
      for day in 0..<days { try write(kind, CalendarDay(number: ExportForge.firstDay + day)) }
    }
    for day in 0..<days { try writeNight(before: CalendarDay(number: ExportForge.firstDay + day)) }
    for day in stride(from: 0, to: days, by: 3) { try writeWorkout(CalendarDay(number: ExportForge.firstDay + day)) }
    put("</HealthData>\n")
    try flush()
  }

  // MARK: Records

  private mutating func write(_ kind: Kind, _ day: CalendarDay) throws(Problem) {
    let date = Array(day.text.utf8)
    for number in 0..<kind.aDay {
      let start = number * 86_000 / kind.aDay + Int(random.next() % 200)
      let end = min(86_399, start + kind.seconds / 2 + Int(random.next() % UInt64(kind.seconds + 1)))
      let isPhone = number * kind.ofThePhone / kind.aDay != (number + 1) * kind.ofThePhone / kind.aDay
      put(" <Record type=\"HKQuantityTypeIdentifier")
      put(kind.type)
      put(isPhone ? ExportForge.phone : ExportForge.watch)
      put("\" unit=\"")
      put(kind.unit)
      stamps(date, start, end)
      put("\" value=\"")
      let span = kind.hundredths.upperBound - kind.hundredths.lowerBound + 1
      decimal(kind.hundredths.lowerBound + Int(random.next() % UInt64(span)))
      if kind.isInMotion {
        put("\">\n  <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"0\"/>\n </Record>\n")
      } else {
        put("\"/>\n")
      }
      records += 1
      if out.count >= ExportForge.room { try flush() }
    }
  }

  private mutating func writeNight(before day: CalendarDay) throws(Problem) {
    let date = Array(day.text.utf8)
    let stages: [StaticString] = ["Core", "Deep", "Core", "REM"]
    var start = 600 + Int(random.next() % 1800)
    for number in 0..<24 {
      let end = start + 600 + Int(random.next() % 1200)
      put(" <Record type=\"HKCategoryTypeIdentifierSleepAnalysis")
      put(ExportForge.watch)
      stamps(date, start, end)
      put("\" value=\"HKCategoryValueSleepAnalysis")
      if number % 8 == 7 {
        put("Awake")
      } else {
        put("Asleep")
        put(stages[number % 4])
      }
      put("\">\n  <MetadataEntry key=\"HKTimeZone\" value=\"Europe/Berlin\"/>\n </Record>\n")
      records += 1
      start = end
    }
    if out.count >= ExportForge.room { try flush() }
  }

  private mutating func writeWorkout(_ day: CalendarDay) throws(Problem) {
    put(" <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"")
    let minutes = 20 + Int(random.next() % 60)
    decimal(minutes * 100)
    put("\" durationUnit=\"min")
    put(ExportForge.watch)
    stamps(Array(day.text.utf8), 64_800, 64_800 + minutes * 60)
    put("\">\n  <WorkoutStatistics type=\"HKQuantityTypeIdentifierActiveEnergyBurned\" sum=\"300\" unit=\"kcal\"/>\n")
    put(" </Workout>\n")
    records += 1
    if out.count >= ExportForge.room { try flush() }
  }

  // MARK: Byte output

  private mutating func put(_ text: StaticString) { text.withUTF8Buffer { out.append(contentsOf: $0) } }

  private mutating func stamps(_ date: [UInt8], _ start: Int, _ end: Int) {
    put("\" creationDate=\"")
    stamp(date, end)
    put("\" startDate=\"")
    stamp(date, start)
    put("\" endDate=\"")
    stamp(date, end)
  }

  private mutating func stamp(_ date: [UInt8], _ second: Int) {
    out.append(contentsOf: date)
    two(UInt8(ascii: " "), second / 3600)
    two(UInt8(ascii: ":"), second / 60 % 60)
    two(UInt8(ascii: ":"), second % 60)
    put(" +0100")
  }

  private mutating func two(_ before: UInt8, _ number: Int) {
    out.append(before)
    out.append(48 + UInt8(number / 10))
    out.append(48 + UInt8(number % 10))
  }

  private mutating func decimal(_ hundredths: Int) {
    out.append(contentsOf: String(hundredths / 100).utf8)
    guard hundredths % 100 != 0 else { return }
    two(UInt8(ascii: "."), hundredths % 100)
  }

  private mutating func flush() throws(Problem) {
    var sent = 0
    while sent < out.count {
      let count = out.withUnsafeBytes { Glibc.write(file, $0.baseAddress?.advanced(by: sent), $0.count - sent) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw ExportForge.failed }
      sent += count
    }
    out.removeAll(keepingCapacity: true)
  }

  private static let watch: StaticString = """
    " sourceName="Anna’s Apple Watch" sourceVersion="11.1" device="&lt;&lt;HKDevice: 0x301e4c8c0&gt;, name:Apple Watch, \
    manufacturer:Apple Inc., model:Watch, hardware:Watch6,2, software:11.1&gt;
    """
  private static let phone: StaticString = """
    " sourceName="Anna’s iPhone" sourceVersion="18.1" device="&lt;&lt;HKDevice: 0x301e4c8c1&gt;, name:iPhone, \
    manufacturer:Apple Inc., model:iPhone, hardware:iPhone14,5, software:18.1&gt;
    """
  private static let head: StaticString = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 14 -->
    <!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
    <!ATTLIST HealthData
      locale CDATA #REQUIRED
    >
    <!ELEMENT Record (MetadataEntry*)>
    <!ATTLIST Record
      type          CDATA #REQUIRED
      unit          CDATA #IMPLIED
      value         CDATA #IMPLIED
      sourceName    CDATA #REQUIRED
      sourceVersion CDATA #IMPLIED
      device        CDATA #IMPLIED
      creationDate  CDATA #IMPLIED
      startDate     CDATA #REQUIRED
      endDate       CDATA #REQUIRED
    >
    ]>
    <HealthData locale="en_GB">
     <ExportDate value="2039-01-01 08:15:30 +0100"/>
     <Me HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet"/>

    """
}
