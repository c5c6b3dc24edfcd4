internal import Kernel
internal import Platform

/// The columns of a CSV file of a workout: a row for each point, empty where nothing was recorded.
private let columns = [
  "time", "sport", "latitude", "longitude", "altitude_m", "distance_m", "speed_m_s", "heart_rate_bpm", "cadence_rpm",
  "power_w", "temperature_c",
]

/// Writes the points of a workout as CSV (RFC 4180).
enum CSVWriter {
  static func bytes(_ activity: Activity) throws(Problem) -> [UInt8] {
    guard !activity.track.isEmpty else {
      throw ActivityProblem.notWritable(.csv, "it has no points, which are the rows of such a file")
    }
    var bytes = Array(columns.joined(separator: ",").utf8)
    bytes += [13, 10]
    // A sport is a word with underscores in everything that was read; anything else would have to be quoted.
    let sport = activity.sport.filter { $0.isLetter || $0.isNumber || $0 == "_" }
    for point in activity.track {
      let values: [String?] = [
        point.time.isNaN ? nil : Date(timeIntervalSince1970: point.time).activityText, sport,
        point.hasPlace ? point.latitude.text(9) : nil, point.hasPlace ? point.longitude.text(9) : nil,
        Double(point.altitude).text(3), point.distance.text(3), Double(point.speed).text(3),
        point.heartRate > 0 ? "\(point.heartRate)" : nil, point.cadence >= 0 ? "\(point.cadence)" : nil,
        point.power >= 0 ? "\(point.power)" : nil, point.temperature != .min ? "\(point.temperature)" : nil,
      ]
      bytes += values.map { $0 ?? "" }.joined(separator: ",").utf8
      bytes += [13, 10]
    }
    return bytes
  }
}

/// Reads a CSV file of points: the columns that `CSVWriter` writes, in any order and with others beside them.
enum CSVReader {
  private static let longestLine = 4_096

  /// Whether the first line names a time and another known column.
  static func begins(_ bytes: [UInt8]) -> Bool {
    let names = header(bytes.prefix(longestLine))
    return names.contains("time") && names.contains { $0 != "time" && $0 != "sport" && columns.contains($0) }
  }

  private static func header(_ bytes: some Collection<UInt8>) -> [String] {
    var line = Array(bytes.prefix { $0 != 10 && $0 != 13 })
    if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    return String(decoding: line, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.filter { $0 != "\"" && $0 != " " }.lowercased() }
  }

  static func activity(in bytes: [UInt8]) throws(Problem) -> Activity {
    let names = header(bytes.prefix(longestLine))
    var activity = Activity(.csv)
    for (number, line) in bytes.split(separator: 10).enumerated() where number > 0 {
      guard line.count <= longestLine else { throw ActivityProblem.damaged("line \(number + 1) is too long") }
      let line = line.last == 13 ? line.dropLast() : line
      guard !line.isEmpty else { continue }
      guard activity.track.count < ActivityFile.mostPoints else { throw ActivityProblem.tooMany }
      let values = String(decoding: line, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false)
      guard values.count == names.count else {
        throw ActivityProblem.damaged("line \(number + 1) has \(values.count) values instead of \(names.count)")
      }
      var point = TrackPoint()
      for (name, value) in zip(names, values) {
        let text = value.filter { $0 != "\"" && $0 != " " }
        if name == "sport", number == 1, !text.isEmpty { activity.sport = String(text.lowercased().prefix(60)) }
        if !text.isEmpty { take(name, text, into: &point) }
      }
      if point.latitude.isNaN || point.longitude.isNaN { (point.latitude, point.longitude) = (.nan, .nan) }
      activity.track.append(point)
    }
    guard activity.track.contains(where: { !$0.time.isNaN }) else { throw ActivityProblem.noWorkout }
    activity.complete()
    return activity
  }

  private static func take(_ name: String, _ text: String, into point: inout TrackPoint) {
    func whole() -> Int16? { Double(text).flatMap { Int16(exactly: $0.rounded()) } }
    func amount() -> Double { Double(text).flatMap { $0.isFinite ? $0 : nil } ?? .nan }
    switch name {
    case "time": point.time = Moment.date(text)?.timeIntervalSince1970 ?? .nan
    case "latitude": if let value = Double(text), abs(value) <= 90 { point.latitude = value }
    case "longitude": if let value = Double(text), abs(value) <= 180 { point.longitude = value }
    case "altitude_m": point.altitude = Float(amount())
    case "distance_m": point.distance = amount()
    case "speed_m_s": point.speed = Float(amount())
    case "heart_rate_bpm": point.heartRate = whole().flatMap { $0 >= 0 ? $0 : nil } ?? -1
    case "cadence_rpm": point.cadence = whole().flatMap { $0 >= 0 ? $0 : nil } ?? -1
    case "power_w": point.power = whole().flatMap { $0 >= 0 ? $0 : nil } ?? -1
    case "temperature_c": point.temperature = whole() ?? .min
    default: break
    }
  }
}
