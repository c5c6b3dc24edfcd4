internal import AppleHealth
internal import Connectors
internal import Days
internal import Health
internal import Interface
internal import Kernel
internal import Measures

/// The sources that yHealth offers to connect. Their days are added to the log, each under the name of its source.
enum YHealthConnectors {
  static let keywords = [
    "Apple Health", "import", "export.zip", "export.xml", "wearable", "watch", "simulated device",
  ]

  static func sources(adding log: Health, on time: Time) -> [ConnectorSource] {
    [appleHealth(adding: log, on: time), simulated(adding: log)]
  }

  static func appleHealth(adding log: Health, on time: Time) -> ConnectorSource {
    let title = "Apple Health export"
    return .file(
      "apple-health-export", title: title, phrase: "the Apple Health export",
      about: "On your iPhone open Health, tap your picture and choose Export All Health Data. Then choose the "
        + "exported file export.zip here.", icon: .add, removing: "Remove imported data",
      hint: "The export.zip from your iPhone, or the export.xml in it.", example: "/home/me/export.zip",
      size: { path throws(Problem) in try ExportFile(path).size() },
      read: { path, progress throws(Problem) in
        let export = try await ExportFile(path).read(today: time.now().day) { progress(ImportProgress($0)) }
        guard !export.days.isEmpty else { throw .nothingWanted(export.unread) }
        return ImportedData(
          export.days, devices: export.sources.count, records: export.records, unread: export.unread.map(\.inWords),
          from: title, into: log)
      },
      remove: { () throws(Problem) in try await log.forget(import: title) })
  }

  static func simulated(adding log: Health) -> ConnectorSource {
    let title = SimulatedDevice.name
    return .request(
      "simulated-device", title: title, phrase: "the simulated device",
      about: "No device at hand? This one generates thirty days of steps, sleep and heart rate as an example. "
        + "None of it was measured. It is marked “Simulated device” and can be removed at any time.",
      icon: .device, removing: "Remove the simulated device", first: "Add the simulated device",
      again: "Import newest days",
      fetch: { today throws(Problem) in
        let days = SimulatedDevice.days(to: today)
        return ImportedData(days, devices: 1, records: days.count, from: title, into: log)
      },
      remove: { () throws(Problem) in try await log.forget(import: title) })
  }
}

extension ImportedData {
  fileprivate init(
    _ days: [ReadDay], devices: Int, records: Int, unread: [ImportedData.Unread] = [], from title: String,
    into log: Health
  ) {
    self.init(
      days, devices: devices, records: records, unread: unread, on: { $0.day },
      deliver: { days throws(Problem) in
        _ = try await log.take(
          days.worthKeeping.map { day in
            (day.day, day.measure, day.amount, "\(title): \(day.source ?? DeviceDay.all)")
          })
      })
  }
}

extension UnreadRecords {
  /// "in an unknown unit", with the lines of export.xml: "line 12", "lines 12 and 40", "lines 12, 40, 51 and 3 more".
  fileprivate var inWords: ImportedData.Unread {
    var places = lines.map { "\($0)" }
    if count > lines.count { places.append("\(count - lines.count) more") }
    let all = places.count > 1 ? "\(places.dropLast().joined(separator: ", ")) and \(places.last ?? "")" : places.first
    return ImportedData.Unread(
      why: reason.words, count: count, place: all.map { "\(count == 1 ? "line" : "lines") \($0) of export.xml" })
  }
}

extension ImportProgress {
  fileprivate init(_ progress: ReadingProgress) {
    self.init(done: progress.done, whole: progress.whole, days: progress.days)
  }
}

extension Problem {
  fileprivate static func nothingWanted(_ unread: [UnreadRecords]) -> Problem {
    let reasons = unread.map { "\($0.count) \($0.reason.words)" }.joined(separator: ", ")
    return Problem(
      "nothing-wanted",
      "The file contains no data that can be shown here"
        + (reasons.isEmpty ? "." : ". Records that could not be read: \(reasons)."),
      safe: "Nothing was changed.", remedy: "Export your health data again, with steps, sleep or workouts in it.")
  }
}

private struct DayMeasure: Hashable {
  let day: CalendarDay
  let measure: Measure

  init(_ read: ReadDay) {
    day = read.day
    measure = read.measure
  }
}

extension [ReadDay] {
  /// Drops the figure of a source that is the only one of its day and measure, since it equals the total.
  fileprivate var worthKeeping: [ReadDay] {
    let sources = reduce(into: [DayMeasure: Int]()) { counts, one in
      if one.source != nil { counts[DayMeasure(one), default: 0] += 1 }
    }
    return filter { $0.source == nil || sources[DayMeasure($0), default: 0] > 1 }
  }
}
