internal import Kernel
internal import Platform

/// Gathers the elements of TCX and GPX into activities.
struct TrackGathering {
  private var found: [Activity] = []
  private var present: Activity?
  private var point = TrackPoint()
  private var lap: Activity.Lap?
  private var points = 0
  private var isInPoint = false
  /// The sums of laps, which a TCX file says itself.
  private var beats: (sum: Double, seconds: Double, most: Int) = (0, 0, 0)
  private var lapBeats: (average: Int?, most: Int?) = (nil, nil)

  func activities() throws(Problem) -> [Activity] { found }

  mutating func began(_ name: String, _ attributes: [(String, String)], in path: [String]) throws(Problem) {
    func attribute(_ wanted: String) -> String? { attributes.first { $0.0 == wanted }?.1 }
    switch name {
    case "Activity", "Course":
      guard path.first == "TrainingCenterDatabase" else { return }
      present = Activity(.tcx, sport: TrackGathering.sport(attribute("Sport")))
      beats = (0, 0, 0)
    case "Lap" where present != nil:
      lap = Activity.Lap(start: attribute("StartTime").flatMap(Moment.date), duration: 0, distance: 0)
      lapBeats = (nil, nil)
    case "trk", "rte":
      guard path.first == "gpx" else { return }
      present = Activity(.gpx)
    case "Trackpoint": (point, isInPoint) = (TrackPoint(), true)
    case "trkpt", "rtept":
      (point, isInPoint) = (TrackPoint(), true)
      if let latitude = attribute("lat").flatMap(Double.init), let longitude = attribute("lon").flatMap(Double.init),
        abs(latitude) <= 90, abs(longitude) <= 180
      {
        (point.latitude, point.longitude) = (latitude, longitude)
      }
    default: return
    }
    guard points <= ActivityFile.mostPoints else { throw ActivityProblem.tooMany }
  }

  mutating func ended(_ name: String, _ text: String, in path: [String]) {
    if path.first == "gpx" { endedGPX(name, text, in: path) } else { endedTCX(name, text, in: path) }
  }

  // MARK: GPX

  private mutating func endedGPX(_ name: String, _ text: String, in path: [String]) {
    switch name {
    case "trkpt", "rtept":
      present?.track.append(point)
      points += 1
      isInPoint = false
    case "ele" where isInPoint: point.altitude = Float(text) ?? .nan
    case "time" where isInPoint: point.time = Moment.date(text)?.timeIntervalSince1970 ?? .nan
    // Extensions of Garmin, Cluetrust and others.
    case "hr", "heartrate": if isInPoint { point.heartRate = TrackGathering.whole(text) }
    case "cad", "cadence": if isInPoint { point.cadence = TrackGathering.whole(text) }
    case "power", "PowerInWatts": if isInPoint { point.power = TrackGathering.whole(text) }
    case "speed" where isInPoint: point.speed = Float(text) ?? .nan
    case "atemp", "temp":
      if isInPoint, let degrees = Double(text) { point.temperature = Int16(clamping: Int(degrees.rounded())) }
    case "type" where path.dropLast().last == "trk": present?.sport = TrackGathering.sport(text)
    case "name" where path.dropLast().last == "trk": present?.name = text.isEmpty ? nil : String(text.prefix(500))
    case "trk", "rte":
      if var activity = present, !activity.track.isEmpty {
        activity.complete()
        found.append(activity)
      }
      present = nil
    default: break
    }
  }

  // MARK: TCX

  private mutating func endedTCX(_ name: String, _ text: String, in path: [String]) {
    switch name {
    case "Id" where present?.start == nil && !isInPoint:
      let start = Moment.date(text)
      present?.start = start
    case "Time" where isInPoint: point.time = Moment.date(text)?.timeIntervalSince1970 ?? .nan
    case "LatitudeDegrees" where isInPoint: if let value = Double(text), abs(value) <= 90 { point.latitude = value }
    case "LongitudeDegrees" where isInPoint: if let value = Double(text), abs(value) <= 180 { point.longitude = value }
    case "AltitudeMeters" where isInPoint: point.altitude = Float(text) ?? .nan
    case "DistanceMeters":
      if isInPoint { point.distance = Double(text) ?? .nan } else { lap?.distance = TrackGathering.amount(text) }
    case "TotalTimeSeconds": lap?.duration = TrackGathering.amount(text)
    case "Calories" where lap != nil:
      let sum = (present?.calories ?? 0) + Int(max(0, TrackGathering.whole(text)))
      present?.calories = sum
    case "Value": endedBeats(text, in: path)
    case "Cadence", "RunCadence": if isInPoint { point.cadence = TrackGathering.whole(text) }
    case "Watts" where isInPoint: point.power = TrackGathering.whole(text)
    case "Speed" where isInPoint: point.speed = Float(text) ?? .nan
    case "Trackpoint":
      present?.track.append(point)
      points += 1
      isInPoint = false
    case "Lap": endedLap()
    case "Activity", "Course": endedActivity()
    default: break
    }
  }

  private mutating func endedBeats(_ text: String, in path: [String]) {
    let rate = TrackGathering.whole(text)
    switch path.dropLast().last {
    case "HeartRateBpm" where isInPoint: point.heartRate = rate
    case "AverageHeartRateBpm" where rate > 0: lapBeats.average = Int(rate)
    case "MaximumHeartRateBpm" where rate > 0: lapBeats.most = Int(rate)
    default: break
    }
  }

  private mutating func endedLap() {
    guard let lap else { return }
    present?.laps.append(lap)
    if let average = lapBeats.average {
      beats.sum += Double(average) * lap.duration
      beats.seconds += lap.duration
    }
    beats.most = max(beats.most, lapBeats.most ?? 0)
    self.lap = nil
  }

  private mutating func endedActivity() {
    guard var activity = present, !activity.track.isEmpty || !activity.laps.isEmpty else { return }
    activity.distance = activity.laps.reduce(0) { $0 + $1.distance }
    activity.moving = activity.laps.reduce(0) { $0 + $1.duration }
    if beats.seconds > 0 { activity.averageHeartRate = Int((beats.sum / beats.seconds).rounded()) }
    if beats.most > 0 { activity.greatestHeartRate = beats.most }
    activity.complete()
    activity.elapsed = max(activity.elapsed, activity.moving)
    found.append(activity)
    present = nil
  }

  // MARK: Values

  private static func amount(_ text: String) -> Double {
    guard let value = Double(text), value.isFinite, value >= 0 else { return 0 }
    return value
  }

  private static func whole(_ text: String) -> Int16 {
    guard let value = Double(text), value.isFinite, 0...32_000 ~= value else { return -1 }
    return Int16(value.rounded())
  }

  /// The name of a sport as FIT has it, as far as it is known.
  private static func sport(_ text: String?) -> String {
    let word = (text ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
    switch word {
    case "": return "generic"
    case "biking", "ride", "bike", "cycling", "virtualride", "virtual_ride", "mountain_biking": return "cycling"
    case "run", "running", "9", "virtualrun", "virtual_run", "trail_running", "treadmill_running": return "running"
    case "walk", "walking", "10": return "walking"
    case "hike", "hiking", "4": return "hiking"
    case "swim", "swimming", "lap_swimming", "open_water_swimming": return "swimming"
    case "1": return "cycling"
    default: return String(word.prefix(60))
    }
  }
}
