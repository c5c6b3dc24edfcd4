internal import Kernel
internal import Platform

/// Gathers the messages of one FIT file into activities.
struct FITGathering {
  /// FIT counts from 31 December 1989.
  static let epoch = 631_065_600.0
  private static let semicircle = 180.0 / 2_147_483_648

  /// The parts of the file that are not handed out.
  var unread: FITUnread = []
  private var kind: Int?
  private var sessions: [Activity] = []
  private var laps: [Activity.Lap] = []
  private var track: [TrackPoint] = []
  private var hearts = FITHearts()
  private var impossible: ImpossibleValues = []
  /// The distance of compressed speed and distance, which counts on from the last value.
  private var compressed: (last: Int, sum: Int)?
  /// Whether the timer stands.
  private var isStopped = false
  private var beginsSegment = false

  mutating func take(_ message: UInt16, _ fields: FITMessage, time: UInt32?) throws(Problem) {
    switch message {
    case 0: kind = kind ?? fields.whole(0)
    case 18:
      guard sessions.count < ActivityFile.mostWorkouts else { throw ActivityProblem.tooManyInOne }
      sessions.append(session(fields))
    case 19:
      guard laps.count < ActivityFile.mostLaps else { throw ActivityProblem.tooManyLaps }
      laps.append(FITGathering.lap(fields))
    case 20:
      guard track.count < ActivityFile.mostPoints else { throw ActivityProblem.tooMany }
      track.append(point(fields, time))
    case 21: event(fields)
    case 132: if try !hearts.take(fields) { unread.insert(.tornHearts) }
    default: unread.formUnion(FITUnread.message(message))
    }
  }

  /// The activities: one for each session, with the points of its time.
  mutating func activities() throws(Problem) -> [Activity] {
    if let kind, kind != 4 { throw ActivityProblem.another(FITProfile.files[kind] ?? "of another kind") }
    guard !sessions.isEmpty || !track.isEmpty else { throw ActivityProblem.noWorkout }
    hearts.merge(into: &track)
    var found = sessions.isEmpty ? [Activity(.fit)] : sessions
    if found.count == 1 {
      (found[0].track, found[0].laps) = (track, laps)
    } else {
      divide(&found)
    }
    track = []
    for place in found.indices {
      found[place].impossible.formUnion(impossible)
      found[place].unread += unread.words
      found[place].complete()
    }
    return found
  }

  /// Hands out each point and lap once, to the session of its time.
  private func divide(_ found: inout [Activity]) {
    let spans = SessionSpans(
      found.map { session in
        session.start.map { start in
          let start = start.timeIntervalSince1970
          // Points have whole seconds, and lengths have not.
          return (start, (start + max(0, session.elapsed)).rounded(.up))
        }
      })
    let owners = spans.owners(of: track.lazy.map(\.time))
    var counts = [Int](repeating: 0, count: found.count)
    for case let owner? in owners { counts[owner] += 1 }
    for place in found.indices { found[place].track.reserveCapacity(counts[place]) }
    for (point, owner) in zip(track, owners) { if let owner { found[owner].track.append(point) } }
    let lapOwners = spans.owners(of: laps.lazy.map { $0.start?.timeIntervalSince1970 ?? .nan })
    for (lap, owner) in zip(laps, lapOwners) { if let owner { found[owner].laps.append(lap) } }
    let lost = owners.count { $0 == nil }
    for place in found.indices {
      if !found[place].track.isEmpty { found[place].track[0].beginsSegment = false }
      if lost > 0 { found[place].unread.append("\(lost) of its points, which are of no workout's time") }
    }
  }

  // MARK: Messages

  private static func date(_ seconds: Int?) -> Date? {
    seconds.map { Date(timeIntervalSince1970: epoch + Double($0)) }
  }

  private mutating func session(_ fields: FITMessage) -> Activity {
    var activity = Activity(.fit)
    if let number = fields.whole(5) {
      if let sport = FITProfile.sports[number] { activity.sport = sport } else { unread.insert(.sport) }
    }
    if let number = fields.whole(6), number != 0 {
      activity.subSport = FITProfile.subSports[number]
      if activity.subSport == nil { unread.insert(.sport) }
    }
    activity.start = FITGathering.date(fields.whole(2))
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

  /// The timer that stands and goes on begins a segment.
  private mutating func event(_ fields: FITMessage) {
    guard fields.whole(0) == 0, let type = fields.whole(1) else { return }
    switch type {
    case 1, 4, 8, 9: isStopped = true
    case 0:
      beginsSegment = beginsSegment || isStopped && !track.isEmpty
      isStopped = false
    default: return
    }
  }

  private mutating func point(_ fields: FITMessage, _ time: UInt32?) -> TrackPoint {
    var point = TrackPoint()
    (point.beginsSegment, beginsSegment) = (beginsSegment, false)
    if let time { point.time = FITGathering.epoch + Double(time) }
    var refused: ImpossibleValues = []
    fields.each { number, value in
      switch number {
      case 0: point.latitude = Double(value) * FITGathering.semicircle
      case 1: point.longitude = Double(value) * FITGathering.semicircle
      // The enhanced fields are more exact, and written beside the others.
      case 2: if point.altitude.isNaN { point.altitude = Float(value) / 5 - 500 }
      case 78: point.altitude = Float(value) / 5 - 500
      case 3: point.heartRate = FITGathering.whole(value, 0...300, .heartRates, &refused)
      case 4: point.cadence = FITGathering.whole(value, 0...32_000, .cadences, &refused)
      case 5: point.distance = Double(value) / 100
      case 6: if point.speed.isNaN { point.speed = Float(value) / 1000 }
      case 73: point.speed = Float(value) / 1000
      case 7: point.power = FITGathering.whole(value, 0...32_767, .powers, &refused)
      case 13: if -200...200 ~= value { point.temperature = Int16(value) } else { refused.insert(.temperatures) }
      default: break
      }
    }
    if !refused.isEmpty { impossible.formUnion(refused) }
    if point.distance.isNaN, let three = fields.raw(8), three.count == 3, three != [255, 255, 255] {
      add(three, to: &point)
    }
    return point
  }

  @inline(__always) private static func whole(
    _ value: Int, _ range: ClosedRange<Int>, _ kind: ImpossibleValues, _ refused: inout ImpossibleValues
  ) -> Int16 {
    if range.contains(value) { return Int16(truncatingIfNeeded: value) }
    refused.insert(kind)
    return -1
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
}

/// The times of the sessions of a file, of which the one that began last has a moment that several cover.
struct SessionSpans {
  /// The starts of pieces of time, in their order.
  private var starts: [Double] = []
  /// The session of each piece; nil where none is.
  private var owned: [Int?] = []

  /// - Parameter spans: First and last second of each; nil for a session without a start.
  init(_ spans: [(first: Double, last: Double)?]) {
    var borders: Set<Double> = []
    for case let span? in spans where span.first.isFinite && span.last.isFinite {
      borders.formUnion([span.first, span.last.nextUp])
    }
    starts = borders.sorted()
    owned = starts.map { start in
      var best: (owner: Int, first: Double)?
      for (owner, span) in spans.enumerated() {
        guard let span, span.first <= start, start <= span.last, span.first >= best?.first ?? -.infinity else {
          continue
        }
        best = (owner, span.first)
      }
      return best?.owner
    }
  }

  /// The session of each moment; what has no time goes where the one before it went. Without any times the first has all.
  func owners(of times: some Sequence<Double>) -> [Int?] {
    guard !starts.isEmpty else { return times.map { _ in 0 } }
    var last: Int? = owned.first ?? nil
    return times.map { time in
      if !time.isNaN { last = owner(of: time) }
      return last
    }
  }

  private func owner(of time: Double) -> Int? {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? owned[low - 1] : nil
  }
}
