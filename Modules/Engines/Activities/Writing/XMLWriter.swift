internal import Kernel
internal import Platform

/// Writes a workout as TCX or GPX, with Garmin's extensions for what the formats do not have themselves.
enum XMLWriter {
  /// TCX knows two sports.
  static func sport(_ name: String) -> String {
    switch name {
    case "running": "Running"
    case "cycling": "Biking"
    default: "Other"
    }
  }

  // MARK: TCX

  static func tcx(_ activity: Activity) throws(Problem) -> [UInt8] {
    guard let start = activity.start else { throw ActivityProblem.notWritable(.tcx, "it has no start") }
    var text = Text()
    text.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    text.line(
      "<TrainingCenterDatabase xmlns=\"http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2\" "
        + "xmlns:x=\"http://www.garmin.com/xmlschemas/ActivityExtension/v2\">")
    text.line("<Activities><Activity Sport=\"\(sport(activity.sport))\"><Id>\(start.activityText)</Id>")
    let points = activity.track.filter { !$0.time.isNaN }
    let whole = Activity.Lap(start: start, duration: activity.moving, distance: activity.distance)
    let laps = activity.laps.isEmpty ? [whole] : activity.laps
    let owned = divided(points, laps)
    for (number, lap) in laps.enumerated() {
      let own = owned[number]
      text.line("<Lap StartTime=\"\((lap.start ?? start).activityText)\">")
      text.element("TotalTimeSeconds", lap.duration.text(3) ?? "0")
      text.element("DistanceMeters", lap.distance.text(2) ?? "0")
      // The sum of all laps is the calories of the workout.
      text.element("Calories", number == 0 ? "\(min(activity.calories ?? 0, 65_535))" : "0")
      heartRates(laps.count == 1 ? activity.heartRates : Activity(own).heartRates, &text)
      text.line("<Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod>")
      if !own.isEmpty {
        text.line("<Track>")
        for (index, point) in own.enumerated() {
          if index > 0, point.beginsSegment { text.line("</Track><Track>") }
          trackpoint(point, &text)
        }
        text.line("</Track>")
      }
      text.line("</Lap>")
    }
    text.line("</Activity></Activities>")
    text.line("</TrainingCenterDatabase>")
    return text.bytes
  }

  /// The points of each lap: those from its start to the next one's. A lap without a start has none.
  private static func divided(_ points: [TrackPoint], _ laps: [Activity.Lap]) -> [[TrackPoint]] {
    var owned = [[TrackPoint]](repeating: [], count: laps.count)
    let starts = laps.indices.dropFirst().compactMap { lap in
      laps[lap].start.map { (lap: lap, time: $0.timeIntervalSince1970) }
    }.sorted { $0.time < $1.time }
    for point in points {
      var (low, high) = (0, starts.count)
      while low < high {
        let middle = (low + high) / 2
        if starts[middle].time <= point.time { low = middle + 1 } else { high = middle }
      }
      owned[low > 0 ? starts[low - 1].lap : 0].append(point)
    }
    return owned
  }

  private static func heartRates(_ rates: (average: Int?, greatest: Int?), _ text: inout Text) {
    if let average = rates.average { text.line("<AverageHeartRateBpm><Value>\(average)</Value></AverageHeartRateBpm>") }
    if let most = rates.greatest { text.line("<MaximumHeartRateBpm><Value>\(most)</Value></MaximumHeartRateBpm>") }
  }

  private static func trackpoint(_ point: TrackPoint, _ text: inout Text) {
    text.line("<Trackpoint>")
    text.element("Time", Date(timeIntervalSince1970: point.time).activityText)
    if point.hasPlace, let latitude = point.latitude.text(9), let longitude = point.longitude.text(9) {
      text.line(
        "<Position><LatitudeDegrees>\(latitude)</LatitudeDegrees><LongitudeDegrees>\(longitude)</LongitudeDegrees></Position>"
      )
    }
    text.element("AltitudeMeters", Double(point.altitude).text(3))
    text.element("DistanceMeters", point.distance.text(3))
    if point.heartRate > 0 { text.line("<HeartRateBpm><Value>\(point.heartRate)</Value></HeartRateBpm>") }
    if point.cadence >= 0 { text.element("Cadence", "\(min(point.cadence, 254))") }
    let speed = Double(point.speed).text(3)
    if speed != nil || point.power >= 0 {
      text.line("<Extensions><x:TPX>")
      if let speed { text.line("<x:Speed>\(speed)</x:Speed>") }
      if point.power >= 0 { text.line("<x:Watts>\(point.power)</x:Watts>") }
      text.line("</x:TPX></Extensions>")
    }
    text.line("</Trackpoint>")
  }

  // MARK: GPX

  static func gpx(_ activity: Activity) throws(Problem) -> [UInt8] {
    guard activity.track.contains(where: \.hasPlace) else {
      throw ActivityProblem.notWritable(.gpx, "it has no places, of which such a file consists")
    }
    var text = Text()
    text.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    text.line(
      "<gpx version=\"1.1\" creator=\"Troupe\" xmlns=\"http://www.topografix.com/GPX/1/1\" "
        + "xmlns:gpxtpx=\"http://www.garmin.com/xmlschemas/TrackPointExtension/v2\">")
    text.line("<trk>")
    if let name = activity.name, !name.isEmpty { text.element("name", escaped(name)) }
    text.element("type", escaped(activity.fullSport))
    text.line("<trkseg>")
    var (isFirst, begins) = (true, false)
    for point in activity.track {
      begins = begins || point.beginsSegment
      guard point.hasPlace, let latitude = point.latitude.text(9), let longitude = point.longitude.text(9) else {
        continue
      }
      if begins, !isFirst { text.line("</trkseg><trkseg>") }
      (isFirst, begins) = (false, false)
      text.line("<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\">")
      text.element("ele", Double(point.altitude).text(3))
      if !point.time.isNaN { text.element("time", Date(timeIntervalSince1970: point.time).activityText) }
      extensions(point, &text)
      text.line("</trkpt>")
    }
    text.line("</trkseg></trk>")
    text.line("</gpx>")
    return text.bytes
  }

  private static func extensions(_ point: TrackPoint, _ text: inout Text) {
    var inner = ""
    if point.temperature != .min { inner += "<gpxtpx:atemp>\(point.temperature)</gpxtpx:atemp>" }
    if point.heartRate > 0 { inner += "<gpxtpx:hr>\(point.heartRate)</gpxtpx:hr>" }
    if point.cadence >= 0 { inner += "<gpxtpx:cad>\(point.cadence)</gpxtpx:cad>" }
    if let speed = Double(point.speed).text(3) { inner += "<gpxtpx:speed>\(speed)</gpxtpx:speed>" }
    guard !inner.isEmpty || point.power >= 0 else { return }
    text.line("<extensions>")
    if point.power >= 0 { text.line("<power>\(point.power)</power>") }
    if !inner.isEmpty { text.line("<gpxtpx:TrackPointExtension>\(inner)</gpxtpx:TrackPointExtension>") }
    text.line("</extensions>")
  }

  /// A text for XML, without the characters that XML forbids.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for sign in text.prefix(500).unicodeScalars {
      switch sign {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\u{9}", "\u{A}", "\u{D}", "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
        escaped.unicodeScalars.append(sign)
      default: continue
      }
    }
    return escaped
  }

  /// The lines of a file.
  private struct Text {
    var bytes: [UInt8] = []

    mutating func line(_ text: String) {
      bytes += text.utf8
      bytes.append(10)
    }

    mutating func element(_ name: String, _ value: String?) {
      if let value { line("<\(name)>\(value)</\(name)>") }
    }
  }
}

extension Activity {
  /// Points alone, of which heart rates are computed.
  fileprivate init(_ track: [TrackPoint]) {
    self.init(nil)
    self.track = track
  }
}
