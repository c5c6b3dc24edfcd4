internal import Kernel
internal import Markup
internal import Platform

/// Reads the workouts of Apple Health's export as a stream of XML, and passes over everything else in it.
///
/// Not Sendable: one call makes it, feeds it and drops it.
final class HealthWorkouts {
  struct Found {
    var activity: Activity
    /// The names of the files that have its route, in parts.
    var routes: [String] = []
    /// The sum of its statistics; nil without any.
    var metres: Double?
  }

  static let most = 100_000
  /// The longest beginning, with the declarations of the document, which are not read: some systems wrote them with errors.
  private static let longestHead = 262_144
  private static let deepest = 64
  private static let mostRoutes = 100

  /// The beginning, until the root element is there.
  private var head: [UInt8]? = []
  private var found: [Found] = []
  private var present: Found?
  private var depth = 0
  private var problem: Problem?
  private lazy var stream = XMLStream(HealthWorkouts.events, of: Unmanaged.passUnretained(self).toOpaque())

  private static var events: XMLStream.Events {
    XMLStream.Events(
      began: { context, name, attributes in
        guard let context, let name, let attributes else { return }
        Unmanaged<HealthWorkouts>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.began(name, attributes) }
      },
      ended: { context, name in
        guard let context, let name else { return }
        Unmanaged<HealthWorkouts>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.ended(name) }
      })
  }

  /// Takes the next bytes. Returns false when they belong to no export.
  func feed(_ piece: UnsafeMutableRawBufferPointer) throws(Problem) -> Bool {
    guard var beginning = head else {
      HealthWorkouts.mend(piece)
      try parse(UnsafeRawBufferPointer(piece))
      return true
    }
    beginning += piece
    guard let root = beginning.firstRange(of: Array("<HealthData".utf8))?.lowerBound else {
      head = beginning
      return beginning.count <= HealthWorkouts.longestHead
    }
    head = nil
    var failure: Problem?
    beginning[root...].withUnsafeMutableBytes { bytes in
      HealthWorkouts.mend(bytes)
      do throws(Problem) { try parse(UnsafeRawBufferPointer(bytes)) } catch { failure = error }
    }
    if let failure { throw failure }
    return true
  }

  /// The workouts; nil for what is no export. Nothing may be fed after it.
  func finish() throws(Problem) -> [Found]? {
    guard head == nil else { return nil }
    try parse(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
    return found
  }

  private func parse(_ bytes: UnsafeRawBufferPointer, isLast: Bool = false) throws(Problem) {
    do throws(XMLStream.Failure) { try stream.parse(bytes, isLast: isLast) } catch {
      throw problem ?? ActivityProblem.markup(error, isNamingLine: false)
    }
    if let problem { throw problem }
  }

  /// Replaces bytes that XML forbids, which some systems write into the names of devices.
  private static func mend(_ bytes: UnsafeMutableRawBufferPointer) {
    for place in bytes.indices where bytes[place] < 32 && ![0, 9, 10, 13].contains(bytes[place]) { bytes[place] = 32 }
  }

  private func fail(_ problem: Problem) {
    if self.problem == nil { self.problem = problem }
    stream.stop()
  }

  // MARK: Elements

  private func began(_ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
    depth += 1
    guard depth <= HealthWorkouts.deepest else {
      return fail(ActivityProblem.damaged("its elements are nested too deeply"))
    }
    // Nearly all of an export are records; only "Workout…" and "FileReference" are looked at.
    guard name[0] == 87 || name[0] == 70 && present != nil else { return }
    let element = String(cString: name)
    var values: [String: String] = [:]
    var place = 0
    while let key = attributes[place], let value = attributes[place + 1] {
      values[String(cString: key)] = String(cString: value)
      place += 2
    }
    switch element {
    case "Workout":
      guard found.count < HealthWorkouts.most else { return fail(ActivityProblem.tooManyWorkouts) }
      present = Found(activity: HealthWorkouts.workout(values))
    case "WorkoutStatistics": statistics(values)
    case "FileReference":
      if let path = values["path"], let last = path.split(separator: "/").last,
        (present?.routes.count ?? 0) < HealthWorkouts.mostRoutes
      {
        present?.routes.append(last.lowercased())
      }
    default: break
    }
  }

  private func ended(_ name: UnsafePointer<CChar>) {
    depth -= 1
    guard name[0] == 87, var done = present, String(cString: name) == "Workout" else { return }
    done.activity.distance = done.metres ?? done.activity.distance
    if done.activity.start != nil { found.append(done) }
    present = nil
  }

  private static func workout(_ values: [String: String]) -> Activity {
    var activity = Activity(nil, sport: sport(values["workoutActivityType"] ?? ""))
    let (start, end) = (date(values["startDate"]), date(values["endDate"]))
    activity.start = start
    if let start, let end { activity.elapsed = max(0, end.timeIntervalSince(start)) }
    let units: [String: Double] = ["s": 1, "min": 60, "hr": 3600, "h": 3600]
    let moving = amount(values["duration"]).flatMap { duration in
      units[values["durationUnit"] ?? "min"].map { $0 * duration }
    }
    activity.moving = min(activity.elapsed, moving ?? activity.elapsed)
    // Systems before iOS 16 have totals here, and no statistics.
    activity.distance = metres(values["totalDistance"], values["totalDistanceUnit"]) ?? 0
    activity.calories = kilocalories(values["totalEnergyBurned"], values["totalEnergyBurnedUnit"])
    return activity
  }

  private func statistics(_ values: [String: String]) {
    let type = values["type"] ?? ""
    if type.hasPrefix("HKQuantityTypeIdentifierDistance") {
      // A workout of several sports has a sum for each.
      if let metres = HealthWorkouts.metres(values["sum"], values["unit"]) {
        let sum = (present?.metres ?? 0) + metres
        present?.metres = sum
      }
    } else if type == "HKQuantityTypeIdentifierActiveEnergyBurned" {
      present?.activity.calories = HealthWorkouts.kilocalories(values["sum"], values["unit"])
    } else if type == "HKQuantityTypeIdentifierHeartRate" {
      present?.activity.averageHeartRate = HealthWorkouts.rate(values["average"])
      present?.activity.greatestHeartRate = HealthWorkouts.rate(values["maximum"])
    }
  }

  // MARK: Values

  private static func amount(_ text: String?) -> Double? {
    text.flatMap(Double.init).flatMap { $0.isFinite && 0...1e9 ~= $0 ? $0 : nil }
  }

  private static func metres(_ text: String?, _ unit: String?) -> Double? {
    let units: [String: Double] = ["km": 1_000, "m": 1, "mi": 1_609.344, "yd": 0.9144, "ft": 0.3048, "cm": 0.01]
    guard let amount = amount(text), let unit = unit.flatMap({ units[$0] }) else { return nil }
    return amount * unit
  }

  private static func kilocalories(_ text: String?, _ unit: String?) -> Int? {
    let units: [String: Double] = ["kcal": 1, "Cal": 1, "kJ": 1 / 4.184]
    guard let amount = amount(text), let unit = unit.flatMap({ units[$0] }) else { return nil }
    return Int((amount * unit).rounded())
  }

  private static func rate(_ text: String?) -> Int? {
    amount(text).flatMap { 1...400 ~= $0 ? Int($0.rounded()) : nil }
  }

  /// "2026-11-22 08:15:30 +0100".
  static func date(_ text: String?) -> Date? {
    let parts = (text ?? "").split(separator: " ")
    guard parts.count == 3, parts[2].utf8.count == 5 else { return nil }
    return Moment.date("\(parts[0])T\(parts[1])\(parts[2].prefix(3)):\(parts[2].suffix(2))")
  }

  /// "HKWorkoutActivityTypeCrossCountrySkiing" is "cross_country_skiing".
  static func sport(_ type: String) -> String {
    let prefix = "HKWorkoutActivityType"
    guard type.hasPrefix(prefix), type.utf8.count <= 100 else { return "generic" }
    let name = type.dropFirst(prefix.count)
    guard name.allSatisfy({ $0.isASCII && $0.isLetter }), name != "Other", !name.isEmpty else { return "generic" }
    return name.reduce(into: "") { words, letter in
      if letter.isUppercase, !words.isEmpty { words += "_" }
      words += letter.lowercased()
    }
  }
}
