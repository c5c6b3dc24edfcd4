public import Kernel
internal import Platform

extension ActivityFile {
  /// The file of a workout in a format. Throws where the format has no room for the workout at all.
  public static func bytes(_ activity: Activity, as format: Activity.Format) throws(Problem) -> [UInt8] {
    guard activity.track.count <= mostPoints else { throw ActivityProblem.tooMany }
    return switch format {
    case .fit: try FITWriter.bytes(activity)
    case .tcx: try XMLWriter.tcx(activity)
    case .gpx: try XMLWriter.gpx(activity)
    case .csv: try CSVWriter.bytes(activity)
    }
  }

  /// The parts of a workout that its file in a format does not have, a sentence each: "The name is left out." What was not read
  /// of its own file, or is impossible in it, is among them.
  public static func losses(_ activity: Activity, as format: Activity.Format) -> [String] {
    let track = activity.track
    var losses: [String] = []
    func lose(_ isLost: Bool, _ sentence: @autoclosure () -> String) { if isLost { losses.append(sentence()) } }
    func has(_ test: (TrackPoint) -> Bool) -> Bool { track.contains(where: test) }
    let name = activity.name?.isEmpty == false
    lose(!activity.unread.isEmpty, "Not read from its file: \(activity.unread.joined(separator: ", ")).")
    if let sentence = activity.impossible.sentence { losses.append(sentence) }
    switch format {
    case .fit:
      lose(name, "The name is left out.")
      lose(
        FITProfile.sport(activity.sport) == 0 && activity.sport != "generic", "The sport becomes “generic”.")
      lose(
        activity.subSport != nil && FITProfile.subSport(activity.subSport) == 0, "The kind of the sport is left out.")
      lose(
        has { $0.heartRate > 254 || $0.cadence > 254 || $0.temperature != .min && abs(Int($0.temperature)) > 126 },
        "Heart rates and cadences over 254 and temperatures beyond ±126 °C are left out.")
      lose(has { $0.time != $0.time.rounded() && !$0.time.isNaN }, "Times are rounded to seconds.")
    case .tcx:
      lose(name, "The name is left out.")
      lose(XMLWriter.sport(activity.sport) == "Other", "The sport becomes “Other”.")
      if let kind = activity.subSport {
        losses.append("The kind of the sport (\(kind.replacing("_", with: " "))) is left out.")
      }
      lose(has { $0.temperature != .min }, "Temperatures are left out.")
      lose(has { $0.time.isNaN }, "Points without a time are left out.")
    case .gpx:
      let without = track.count { !$0.hasPlace }
      lose(
        without > 0,
        without == 1 ? "1 point without a place is left out." : "\(without) points without a place are left out.")
      lose(!activity.laps.isEmpty, "Laps are left out.")
      lose(activity.calories != nil, "Calories are left out.")
      lose(
        activity.moving > 0 && activity.moving < activity.elapsed,
        "The time without pauses is left out; programs compute it from the track.")
      lose(has { !$0.distance.isNaN }, "Measured distances are left out; programs compute them from the places.")
    case .csv:
      lose(name, "The name is left out.")
      lose(!activity.laps.isEmpty, "Laps are left out.")
      lose(activity.calories != nil, "Calories are left out.")
      lose(
        activity.moving > 0 && activity.moving < activity.elapsed,
        "The time without pauses is left out; programs compute it from the rows.")
      lose(track.dropFirst().contains(where: \.beginsSegment), "The gaps between its segments are left out.")
    }
    if format != .fit, let start = activity.start, let last = track.lazy.map(\.time).filter({ !$0.isNaN }).max() {
      lose(
        activity.elapsed - (last - start.timeIntervalSince1970) > 0.5, "The time after the last point is left out.")
    }
    return losses
  }
}

extension Double {
  /// The shortest text with at most so many digits behind the point; nil for what is no number.
  func text(_ digits: Int) -> String? {
    guard isFinite, abs(self) < 1e15 else { return nil }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let rounded = (self * scale).rounded() / scale
    return rounded == rounded.rounded() ? String(Int64(rounded)) : "\(rounded)"
  }
}

extension Date {
  /// "2026-11-22T18:00:05Z", with milliseconds where there are any. Years have four digits: other dates are moved to the nearest.
  var activityText: String {
    let seconds = timeIntervalSince1970
    let milliseconds = seconds.isNaN ? 0 : Int64((min(max(seconds, -62_135_596_800), 253_402_300_799) * 1000).rounded())
    let whole = Date(timeIntervalSince1970: Double(milliseconds.quotientDown(1000)))
    let rest = Int(milliseconds - milliseconds.quotientDown(1000) * 1000)
    let text = whole.formatted(.iso8601)
    guard rest > 0 else { return text }
    let digits = String(rest)
    return text.dropLast() + "." + String(repeating: "0", count: 3 - digits.count) + digits + "Z"
  }
}

extension Int64 {
  /// The quotient, rounded towards less.
  fileprivate func quotientDown(_ divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
