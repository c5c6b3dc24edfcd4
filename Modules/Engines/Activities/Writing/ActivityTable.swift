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
    let sport = activity.fullSport.filter { $0.isLetter || $0.isNumber || $0 == "_" }
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

/// Reads a CSV file of points: the columns that `CSVWriter` writes, in any order and with others beside them. Between its values
/// are commas, or semicolons or tabs as programs write them whose numbers have a comma.
struct CSVReader {
  private static let longestLine = 4_096

  private let bytes: [UInt8]
  private let separator: Character
  private let names: [String]
  private var point = TrackPoint()
  private var impossible: ImpossibleValues = []

  /// Nil for a file whose first line does not name a time and another known column.
  init?(_ bytes: [UInt8]) {
    var line = Array(bytes.prefix(CSVReader.longestLine).prefix { $0 != 10 && $0 != 13 })
    if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    let text = String(decoding: line, as: UTF8.self)
    let separator = [";", "\t", ","].first { text.contains($0) } ?? ","
    let names = CSVReader.values(text, separator).map { $0.lowercased() }
    guard names.contains("time"), names.contains(where: { $0 != "time" && $0 != "sport" && columns.contains($0) })
    else { return nil }
    (self.bytes, self.separator, self.names) = (bytes, separator, names)
  }

  private static func values(_ line: String, _ separator: Character) -> [String] {
    line.split(separator: separator, omittingEmptySubsequences: false).map {
      $0.filter { $0 != "\"" && $0 != " " }
    }
  }

  consuming func activity() throws(Problem) -> Activity {
    var activity = Activity(.csv)
    for (number, line) in bytes.split(separator: 10).enumerated() where number > 0 {
      guard line.count <= CSVReader.longestLine else {
        throw ActivityProblem.damaged("line \(number + 1) is too long")
      }
      let line = line.last == 13 ? line.dropLast() : line
      guard !line.isEmpty else { continue }
      guard activity.track.count < ActivityFile.mostPoints else { throw ActivityProblem.tooMany }
      let values = CSVReader.values(String(decoding: line, as: UTF8.self), separator)
      guard values.count == names.count else {
        throw ActivityProblem.damaged("line \(number + 1) has \(values.count) values instead of \(names.count)")
      }
      point = TrackPoint()
      for (name, text) in zip(names, values) where !text.isEmpty {
        if name == "sport" { if number == 1 { activity.takeSport(text) } } else { take(name, text) }
      }
      activity.track.append(point)
    }
    guard activity.track.contains(where: { !$0.time.isNaN }) else { throw ActivityProblem.noWorkout }
    activity.impossible = impossible
    if names.contains(where: { !columns.contains($0) }) { activity.unread.append("further columns") }
    activity.complete()
    return activity
  }

  private mutating func take(_ name: String, _ text: String) {
    switch name {
    case "time": point.time = Moment.date(text)?.timeIntervalSince1970 ?? refused(.times)
    case "latitude": point.latitude = amount(text, .places)
    case "longitude": point.longitude = amount(text, .places)
    case "altitude_m": point.altitude = Float(amount(text, .altitudes))
    case "distance_m": point.distance = amount(text, .distances)
    case "speed_m_s": point.speed = Float(amount(text, .speeds))
    case "heart_rate_bpm": point.heartRate = whole(text, .heartRates, Possible.heartRate) ?? -1
    case "cadence_rpm": point.cadence = whole(text, .cadences, Possible.cadence) ?? -1
    case "power_w": point.power = whole(text, .powers, Possible.power) ?? -1
    case "temperature_c": point.temperature = whole(text, .temperatures, Possible.temperature) ?? .min
    default: break
    }
  }

  private mutating func refused(_ kind: ImpossibleValues) -> Double {
    impossible.insert(kind)
    return .nan
  }

  private func number(_ text: String) -> Double? {
    let plain = separator == "," ? text : text.replacing(",", with: ".")
    return Double(plain).flatMap { $0.isFinite ? $0 : nil }
  }

  private mutating func amount(_ text: String, _ kind: ImpossibleValues) -> Double { number(text) ?? refused(kind) }

  private mutating func whole(_ text: String, _ kind: ImpossibleValues, _ read: (Double) -> Int16?) -> Int16? {
    if let value = number(text).flatMap(read) { return value }
    impossible.insert(kind)
    return nil
  }
}
