internal import Kernel
internal import Platform

/// Gathers the elements of TCX and GPX into activities.
struct TrackGathering {
  typealias Attributes = UnsafeMutablePointer<UnsafePointer<CChar>?>

  var isGPX = false
  private(set) var isInPoint = false
  private var found: [Activity] = []
  private var present: Activity?
  private var point = TrackPoint()
  private var lap: Activity.Lap?
  private var points = 0
  private var laps = 0
  /// Whether the next point begins a segment.
  private var beginsSegment = false
  /// Planned routes and courses, which are no activities.
  private var plans = 0
  private var impossible: ImpossibleValues = []
  private var (hasWaypoints, hasFurther, hasNotes, hasDevices) = (false, false, false, false)
  /// The sums of laps, which a TCX file says itself.
  private var beats: (sum: Double, seconds: Double, most: Int) = (0, 0, 0)
  private var lapBeats: (average: Int?, most: Int?) = (nil, nil)
  private var isPlan = false

  /// The activities, of a file that ended with that problem.
  func reading(_ problem: Problem?) throws(Problem) -> ActivityFile.Reading {
    if found.isEmpty {
      if let problem { throw problem }
      throw plans > 0 ? ActivityProblem.plan(isGPX ? .gpx : .tcx) : ActivityProblem.noWorkout
    }
    var reading = ActivityFile.Reading(found)
    if let problem {
      // A file that attacks or has no bounds is refused as a whole.
      guard problem.code == ActivityProblem.cut.code || problem.code == ActivityProblem.checksum.code else {
        throw problem
      }
      reading.leftOut.append(ActivityProblem.torn(problem))
    }
    if plans > 0 { reading.leftOut.append(ActivityProblem.plans(plans)) }
    return reading
  }

  mutating func began(_ element: TrackElement, _ attributes: Attributes) throws(Problem) {
    switch element {
    case .activity, .course:
      guard !isGPX else { return }
      (present, isPlan) = (Activity(.tcx), element == .course)
      if let sport = TrackGathering.attribute("Sport", attributes) { present?.takeSport(String(cString: sport)) }
      startActivity()
    case .lap where present != nil:
      laps += 1
      guard laps <= ActivityFile.mostLaps else { throw ActivityProblem.tooManyLaps }
      let start = TrackGathering.attribute("StartTime", attributes).flatMap { Moment.date(String(cString: $0)) }
      lap = Activity.Lap(start: start, duration: 0, distance: 0)
      lapBeats = (nil, nil)
      beginsSegment = false
    case .trk, .rte:
      guard isGPX else { return }
      (present, isPlan) = (Activity(.gpx), element == .rte)
      startActivity()
    // A second one within a lap is a pause.
    case .track: beginsSegment = beginsSegment || hasPointInLap
    case .trkseg: beginsSegment = !(present?.track.isEmpty ?? true)
    case .wpt: hasWaypoints = true
    case .creator: hasDevices = true
    case .trackpoint: startPoint()
    case .trkpt, .rtept:
      startPoint()
      let latitude = TrackGathering.number(TrackGathering.attribute("lat", attributes))
      let longitude = TrackGathering.number(TrackGathering.attribute("lon", attributes))
      if let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 {
        (point.latitude, point.longitude) = (latitude, longitude)
      } else {
        impossible.insert(.places)
      }
    default: return
    }
    guard points <= ActivityFile.mostPoints else { throw ActivityProblem.tooMany }
    guard found.count < ActivityFile.mostWorkouts else { throw ActivityProblem.tooManyInOne }
  }

  private var hasPointInLap: Bool { pointsOfLap > 0 }
  private var pointsOfLap = 0

  private mutating func startActivity() {
    impossible = []
    (hasFurther, hasNotes, hasDevices, beginsSegment) = (false, false, false, false)
    beats = (0, 0, 0)
  }

  private mutating func startPoint() {
    (point, isInPoint) = (TrackPoint(), true)
    point.beginsSegment = beginsSegment
    beginsSegment = false
  }

  private mutating func endPoint() {
    isInPoint = false
    points += 1
    pointsOfLap += 1
    if !isPlan { present?.track.append(point) }
  }

  mutating func ended(_ element: TrackElement, _ text: FastText.Bytes, in parent: TrackElement) {
    if isInPoint, element.rawValue >= TrackElement.altitude.rawValue || element == .other {
      endedValue(element, text, in: parent)
    } else if isGPX {
      endedGPX(element, text, in: parent)
    } else {
      endedTCX(element, text, in: parent)
    }
  }

  /// An element within a point.
  private mutating func endedValue(_ element: TrackElement, _ text: FastText.Bytes, in parent: TrackElement) {
    guard !text.isEmpty else { return }
    switch element {
    case .time: point.time = FastText.time(text) ?? refused(.times)
    case .altitude: point.altitude = Float(amount(text, .altitudes))
    case .heart: point.heartRate = whole(text, .heartRates, Possible.heartRate)
    case .cadence: point.cadence = whole(text, .cadences, Possible.cadence)
    case .power: point.power = whole(text, .powers, Possible.power)
    case .speed: point.speed = Float(amount(text, .speeds))
    case .temperature:
      if let degrees = FastText.number(text).flatMap(Possible.temperature) {
        point.temperature = degrees
      } else {
        impossible.insert(.temperatures)
      }
    case .latitude: point.latitude = amount(text, .places)
    case .longitude: point.longitude = amount(text, .places)
    case .distance: point.distance = amount(text, .distances)
    case .value: if parent == .heartRate { point.heartRate = whole(text, .heartRates, Possible.heartRate) }
    default: hasFurther = true
    }
  }

  // MARK: GPX

  private mutating func endedGPX(_ element: TrackElement, _ text: FastText.Bytes, in parent: TrackElement) {
    switch element {
    case .trkpt, .rtept: endPoint()
    case .type where parent == .trk: present?.takeSport(FastText.string(text))
    case .name where parent == .trk: present?.name = text.isEmpty ? nil : String(FastText.string(text).prefix(500))
    case .trk, .rte:
      if isPlan { plans += 1 } else if let activity = present, !activity.track.isEmpty { finish(activity) }
      present = nil
    default: break
    }
  }

  // MARK: TCX

  private mutating func endedTCX(_ element: TrackElement, _ text: FastText.Bytes, in parent: TrackElement) {
    switch element {
    case .id where present?.start == nil && present != nil:
      present?.start = FastText.time(text).map(Date.init(timeIntervalSince1970:))
    case .distance:
      let metres = amount(text, .laps)
      lap?.distance = metres
    case .lapTime:
      let seconds = amount(text, .laps)
      lap?.duration = seconds
    case .calories where lap != nil:
      let calories = FastText.number(text).flatMap { 0...1e6 ~= $0 ? Int($0.rounded()) : nil }
      if calories == nil, !text.isEmpty { impossible.insert(.calories) }
      let sum = (present?.calories ?? 0) + (calories ?? 0)
      present?.calories = sum
    case .value:
      let rate = Int(whole(text, .heartRates, Possible.heartRate))
      if parent == .averageHeartRate, rate > 0 { lapBeats.average = rate }
      if parent == .greatestHeartRate, rate > 0 { lapBeats.most = rate }
    case .notes: hasNotes = hasNotes || !text.isEmpty
    case .trackpoint: endPoint()
    case .lap: endedLap()
    case .activity, .course: endedActivity()
    default: break
    }
  }

  private mutating func endedLap() {
    guard var lap else { return }
    (self.lap, pointsOfLap) = (nil, 0)
    // What is no number is unknown, and named already.
    if lap.duration.isNaN { lap.duration = 0 }
    if lap.distance.isNaN { lap.distance = 0 }
    present?.laps.append(lap)
    if let average = lapBeats.average {
      beats.sum += Double(average) * lap.duration
      beats.seconds += lap.duration
    }
    beats.most = max(beats.most, lapBeats.most ?? 0)
  }

  private mutating func endedActivity() {
    guard var activity = present else { return }
    present = nil
    if isPlan {
      plans += 1
      return
    }
    guard !activity.track.isEmpty || !activity.laps.isEmpty else { return }
    activity.distance = activity.laps.reduce(0) { $0 + $1.distance }
    activity.moving = activity.laps.reduce(0) { $0 + $1.duration }
    let mean = beats.sum / beats.seconds
    if beats.seconds > 0, Possible.heartRate(mean) != nil { activity.averageHeartRate = Int(mean.rounded()) }
    if beats.most > 0 { activity.greatestHeartRate = beats.most }
    finish(activity)
  }

  private mutating func finish(_ activity: Activity) {
    var activity = activity
    activity.impossible = impossible
    if hasNotes { activity.unread.append("notes") }
    if hasFurther { activity.unread.append("further values of points") }
    if hasWaypoints { activity.unread.append("waypoints") }
    if hasDevices { activity.unread.append("devices") }
    activity.complete()
    if activity.format == .tcx { activity.elapsed = max(activity.elapsed, activity.moving) }
    found.append(activity)
  }

  // MARK: Values

  private mutating func refused(_ kind: ImpossibleValues) -> Double {
    impossible.insert(kind)
    return .nan
  }

  private mutating func amount(_ text: FastText.Bytes, _ kind: ImpossibleValues) -> Double {
    FastText.number(text) ?? (text.isEmpty ? .nan : refused(kind))
  }

  private mutating func whole(
    _ text: FastText.Bytes, _ kind: ImpossibleValues, _ read: (Double) -> Int16?
  ) -> Int16 {
    if let value = FastText.number(text).flatMap(read) { return value }
    if !text.isEmpty { impossible.insert(kind) }
    return -1
  }

  // MARK: Attributes

  private static func attribute(_ wanted: StaticString, _ attributes: Attributes) -> UnsafePointer<CChar>? {
    var place = 0
    while let key = attributes[place] {
      if strcmp(key, wanted.utf8Start) == 0 { return attributes[place + 1].map { UnsafePointer($0) } }
      place += 2
    }
    return nil
  }

  private static func number(_ text: UnsafePointer<CChar>?) -> Double? {
    guard let text else { return nil }
    return UnsafeRawBufferPointer(start: text, count: strlen(text)).withMemoryRebound(to: UInt8.self) {
      FastText.number(FastText.trimmed($0))
    }
  }
}
