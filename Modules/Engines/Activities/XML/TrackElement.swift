/// The elements of TCX and GPX that are read, by their names without prefixes.
enum TrackElement: UInt8 {
  case other
  case gpx, tcx, activity, course, lap, track, trk, rte, wpt, trkseg, trackpoint, trkpt, rtept
  case heartRate, averageHeartRate, greatestHeartRate, creator, sensorState
  // Elements whose text is read.
  case altitude, time, heart, cadence, power, speed, temperature, type, name, id, latitude, longitude, distance
  case lapTime, calories, value, notes

  var hasText: Bool { rawValue >= TrackElement.altitude.rawValue }

  /// The element of a name, which may have a prefix.
  init(_ name: UnsafePointer<CChar>) {
    var (start, end) = (0, 0)
    while name[end] != 0 {
      if name[end] == 58 { start = end + 1 }
      end += 1
    }
    let length = end - start
    self = .other
    guard length < TrackElement.byLength.count else { return }
    for entry in TrackElement.byLength[length] where TrackElement.isEqual(name + start, entry.name, length) {
      self = entry.element
      return
    }
  }

  @inline(__always) private static func isEqual(
    _ one: UnsafePointer<CChar>, _ other: StaticString, _ length: Int
  ) -> Bool {
    let other = other.utf8Start
    for place in 0..<length where UInt8(bitPattern: one[place]) != other[place] { return false }
    return true
  }

  private static let byLength: [[(name: StaticString, element: TrackElement)]] = {
    let all: [(name: StaticString, element: TrackElement)] = [
      ("gpx", .gpx), ("TrainingCenterDatabase", .tcx), ("Activity", .activity), ("Course", .course), ("Lap", .lap),
      ("Track", .track), ("trk", .trk), ("rte", .rte), ("wpt", .wpt), ("trkseg", .trkseg), ("Trackpoint", .trackpoint),
      ("trkpt", .trkpt), ("rtept", .rtept), ("HeartRateBpm", .heartRate), ("AverageHeartRateBpm", .averageHeartRate),
      ("MaximumHeartRateBpm", .greatestHeartRate), ("Creator", .creator), ("SensorState", .sensorState),
      ("ele", .altitude), ("AltitudeMeters", .altitude), ("time", .time), ("Time", .time), ("hr", .heart),
      ("heartrate", .heart), ("cad", .cadence), ("cadence", .cadence), ("Cadence", .cadence), ("RunCadence", .cadence),
      ("power", .power), ("PowerInWatts", .power), ("Watts", .power), ("speed", .speed), ("Speed", .speed),
      ("atemp", .temperature), ("temp", .temperature), ("type", .type), ("name", .name), ("Id", .id),
      ("LatitudeDegrees", .latitude), ("LongitudeDegrees", .longitude), ("DistanceMeters", .distance),
      ("TotalTimeSeconds", .lapTime), ("Calories", .calories), ("Value", .value), ("Notes", .notes),
    ]
    var lengths = [[(name: StaticString, element: TrackElement)]](repeating: [], count: 24)
    for entry in all { lengths[entry.name.utf8CodeUnitCount].append(entry) }
    return lengths
  }()
}
