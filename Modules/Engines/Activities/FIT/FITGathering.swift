internal import Kernel
internal import Platform

/// Gathers the messages of one FIT file into activities.
struct FITGathering {
  /// FIT counts from 31 December 1989.
  static let epoch = 631_065_600.0
  private static let semicircle = 180.0 / 2_147_483_648

  private var kind: Int?
  private var sessions: [Activity] = []
  private var laps: [Activity.Lap] = []
  private var track: [TrackPoint] = []
  /// The distance of compressed speed and distance, which counts on from the last value.
  private var compressed: (last: Int, sum: Int)?

  mutating func take(_ message: UInt16, _ fields: FITMessage, time: UInt32?) throws(Problem) {
    switch message {
    case 0: kind = kind ?? fields.whole(0)
    case 18: sessions.append(FITGathering.session(fields, time))
    case 19: laps.append(FITGathering.lap(fields))
    case 20:
      guard track.count < ActivityFile.mostPoints else { throw ActivityProblem.tooMany }
      track.append(point(fields, time))
    default: break
    }
  }

  /// The activities: one for each session, with the points of its time.
  func activities() throws(Problem) -> [Activity] {
    if let kind, kind != 4 { throw ActivityProblem.another(FITGathering.kinds[kind] ?? "of another kind") }
    guard !sessions.isEmpty || !track.isEmpty else { throw ActivityProblem.noWorkout }
    var found = sessions.isEmpty ? [Activity(.fit)] : sessions
    for place in found.indices {
      let isOnly = found.count == 1
      let from = found[place].start?.timeIntervalSince1970 ?? -.infinity
      let to = isOnly ? .infinity : from + found[place].elapsed
      found[place].track = isOnly ? track : track.filter { $0.time >= from && $0.time <= to }
      found[place].laps = laps.filter { lap in
        guard !isOnly, let start = lap.start?.timeIntervalSince1970 else { return true }
        return start >= from && start < to
      }
      found[place].complete()
    }
    return found
  }

  private static func date(_ seconds: Int?) -> Date? {
    seconds.map { Date(timeIntervalSince1970: epoch + Double($0)) }
  }

  private static func session(_ fields: FITMessage, _ time: UInt32?) -> Activity {
    var activity = Activity(.fit, sport: fields.whole(5).flatMap { sports[$0] } ?? "generic")
    activity.start = date(fields.whole(2))
    activity.elapsed = fields.whole(7).map { Double($0) / 1000 } ?? 0
    activity.moving = fields.whole(8).map { Double($0) / 1000 } ?? 0
    activity.distance = fields.whole(9).map { Double($0) / 100 } ?? 0
    activity.calories = fields.whole(11)
    activity.averageHeartRate = fields.whole(16)
    activity.greatestHeartRate = fields.whole(17)
    return activity
  }

  private static func lap(_ fields: FITMessage) -> Activity.Lap {
    Activity.Lap(
      start: date(fields.whole(2)), duration: fields.whole(8).map { Double($0) / 1000 } ?? 0,
      distance: fields.whole(9).map { Double($0) / 100 } ?? 0)
  }

  private mutating func point(_ fields: FITMessage, _ time: UInt32?) -> TrackPoint {
    var point = TrackPoint()
    if let time { point.time = FITGathering.epoch + Double(time) }
    fields.each { number, value in
      switch number {
      case 0: point.latitude = Double(value) * FITGathering.semicircle
      case 1: point.longitude = Double(value) * FITGathering.semicircle
      // The enhanced fields are more exact, and written beside the others.
      case 2: if point.altitude.isNaN { point.altitude = Float(value) / 5 - 500 }
      case 78: point.altitude = Float(value) / 5 - 500
      case 3: point.heartRate = Int16(clamping: value)
      case 4: point.cadence = Int16(clamping: value)
      case 5: point.distance = Double(value) / 100
      case 6: if point.speed.isNaN { point.speed = Float(value) / 1000 }
      case 73: point.speed = Float(value) / 1000
      case 7: point.power = Int16(clamping: value)
      case 13: point.temperature = Int16(clamping: value)
      default: break
      }
    }
    if point.distance.isNaN, let three = fields.raw(8), three.count == 3, three != [255, 255, 255] {
      add(three, to: &point)
    }
    return point
  }

  /// Twelve bits of speed in hundredths of a metre a second, twelve of distance in sixteenths of a metre.
  private mutating func add(_ three: [UInt8], to point: inout TrackPoint) {
    let speed = Int(three[0]) | Int(three[1] & 0x0F) << 8
    let distance = Int(three[1] >> 4) | Int(three[2]) << 4
    if point.speed.isNaN { point.speed = Float(speed) / 100 }
    let known = compressed ?? (distance, 0)
    let sum = known.sum + (distance - known.last + 4096) % 4096
    compressed = (distance, sum)
    point.distance = Double(sum) / 16
  }

  private static let kinds = [
    1: "a description of a device", 2: "a file of settings", 3: "a list of sports", 5: "a planned workout",
    6: "a course",
    7: "a schedule", 9: "a list of weights", 10: "a list of totals", 11: "a list of goals",
    14: "a list of blood pressures",
    15: "a day of monitoring", 20: "an activity summary", 28: "a day of monitoring", 32: "a day of monitoring",
    34: "a list of segments",
  ]

  static let sports = [
    0: "generic", 1: "running", 2: "cycling", 3: "transition", 4: "fitness_equipment", 5: "swimming", 6: "basketball",
    7: "soccer", 8: "tennis", 9: "american_football", 10: "training", 11: "walking", 12: "cross_country_skiing",
    13: "alpine_skiing", 14: "snowboarding", 15: "rowing", 16: "mountaineering", 17: "hiking", 18: "multisport",
    19: "paddling", 20: "flying", 21: "e_biking", 22: "motorcycling", 23: "boating", 24: "driving", 25: "golf",
    26: "hang_gliding", 27: "horseback_riding", 28: "hunting", 29: "fishing", 30: "inline_skating", 31: "rock_climbing",
    32: "sailing", 33: "ice_skating", 34: "sky_diving", 35: "snowshoeing", 36: "snowmobiling",
    37: "stand_up_paddleboarding", 38: "surfing", 39: "wakeboarding", 40: "water_skiing", 41: "kayaking", 42: "rafting",
    43: "windsurfing", 44: "kitesurfing", 45: "tactical", 46: "jumpmaster", 47: "boxing", 48: "floor_climbing",
    49: "baseball", 53: "diving", 62: "hiit", 64: "racket", 65: "wheelchair_push_walk", 66: "wheelchair_push_run",
    67: "meditation", 69: "disc_golf", 71: "cricket", 72: "rugby", 73: "hockey", 74: "lacrosse", 75: "volleyball",
    76: "water_tubing", 77: "wakesurfing", 80: "mixed_martial_arts", 82: "snorkeling", 83: "dance", 84: "jump_rope",
  ]
}
