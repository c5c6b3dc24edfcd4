public import Activities
internal import Platform

/// Two recordings of one workout as one, field by field.
///
///     var merge = ActivityMerge(watch, bike, clockOffset: pair.clockOffset ?? 0)
///     merge.differences                    // what the person can choose about, with both values
///     merge.choices[.distance] = .second
///     let activity = merge.merged()        // the originals stay as they are, so undo is to keep them
public struct ActivityMerge: Sendable {
  public enum Field: String, Sendable, Hashable, CaseIterable {
    case sport, name, start, elapsed, moving, distance, calories, laps
    case places, altitudes, distances, speeds, hearts, cadences, powers, temperatures
  }

  public enum Choice: String, Sendable, Hashable, CaseIterable {
    case first, second
    /// The greater of two amounts.
    case greatest
    /// Both amounts together, for two parts of a workout.
    case sum
  }

  public let first: Activity
  public let second: Activity
  /// Seconds to add to the second's times.
  public let clockOffset: Int
  /// The person's choices; for the rest, `usual` decides.
  public var choices: [Field: Choice] = [:]

  public init(_ first: Activity, _ second: Activity, clockOffset: Int = 0) {
    self.first = first
    self.second = second
    self.clockOffset = clockOffset
  }

  /// The choices that make sense for a field.
  public static func choices(for field: Field) -> [Choice] {
    switch field {
    case .elapsed, .moving, .distance, .calories: Choice.allCases
    default: [.first, .second]
    }
  }

  /// The one that has the field; the first if both have it, or none.
  public func usual(_ field: Field) -> Choice {
    let (here, there) = (has(field, in: first), has(field, in: second))
    return !here && there ? .second : .first
  }

  public func choice(_ field: Field) -> Choice {
    choices[field].flatMap { ActivityMerge.choices(for: field).contains($0) ? $0 : nil } ?? usual(field)
  }

  /// The fields that differ, in the order of a screen.
  public var differences: [Field] {
    Field.allCases.filter { field in
      switch field {
      case .sport: first.fullSport != second.fullSport
      case .name: first.name != second.name
      case .start: first.start != second.start.map { $0 + TimeInterval(clockOffset) }
      case .elapsed: first.elapsed != second.elapsed
      case .moving: first.moving != second.moving
      case .distance: first.distance != second.distance
      case .calories: first.calories != second.calories
      case .laps: first.laps.count != second.laps.count
      default: has(field, in: first) || has(field, in: second)
      }
    }
  }

  public func has(_ field: Field, in activity: Activity) -> Bool {
    switch field {
    case .sport: activity.sport != "generic"
    case .name: activity.name != nil
    case .start: activity.start != nil
    case .elapsed: activity.elapsed > 0
    case .moving: activity.moving > 0
    case .distance: activity.distance > 0
    case .calories: activity.calories != nil
    case .laps: !activity.laps.isEmpty
    case .places: activity.track.contains(where: \.hasPlace)
    case .altitudes: activity.track.contains { !$0.altitude.isNaN }
    case .distances: activity.track.contains { !$0.distance.isNaN }
    case .speeds: activity.track.contains { !$0.speed.isNaN }
    case .hearts: activity.track.contains { $0.heartRate > 0 }
    case .cadences: activity.track.contains { $0.cadence >= 0 }
    case .powers: activity.track.contains { $0.power >= 0 }
    case .temperatures: activity.track.contains { $0.temperature != .min }
    }
  }

  /// The merged workout. Its points are those of the recording that gives the places; the other's values are taken at the same
  /// moments, where it has one within three seconds.
  public func merged() -> Activity {
    let base = choice(.places) == .second ? moved(second) : first
    let other = choice(.places) == .second ? first : moved(second)
    var result = base
    (result.sport, result.subSport) = (pick(.sport).sport, pick(.sport).subSport)
    result.name = pick(.name).name
    result.start = pick(.start).start
    result.laps = pick(.laps).laps
    result.elapsed = amount(.elapsed, \.elapsed)
    result.moving = min(amount(.moving, \.moving), max(result.elapsed, 0))
    result.distance = amount(.distance, \.distance)
    result.calories = calories()
    result.track = track(base.track, other.track)
    let rates = pick(.hearts).heartRates
    (result.averageHeartRate, result.greatestHeartRate) = (rates.average, rates.greatest)
    return result
  }

  private func pick(_ field: Field) -> Activity { choice(field) == .second ? moved(second) : first }

  private func amount(_ field: Field, _ value: (Activity) -> Double) -> Double {
    let (here, there) = (value(first), value(second))
    switch choice(field) {
    case .first: return here
    case .second: return there
    case .greatest: return max(here, there)
    case .sum: return here + there
    }
  }

  private func calories() -> Int? {
    let (here, there) = (first.calories, second.calories)
    switch choice(.calories) {
    case .first: return here
    case .second: return there
    case .greatest: return [here, there].compactMap(\.self).max()
    case .sum:
      let sum = (here ?? 0).addingReportingOverflow(there ?? 0)
      return here == nil && there == nil || sum.overflow ? here ?? there : sum.partialValue
    }
  }

  /// The activity with the clock of the first.
  private func moved(_ activity: Activity) -> Activity {
    guard clockOffset != 0 else { return activity }
    let seconds = Double(clockOffset)
    var moved = activity
    moved.start = activity.start.map { $0 + seconds }
    moved.laps = activity.laps.map { lap in
      var lap = lap
      lap.start = lap.start.map { $0 + seconds }
      return lap
    }
    for index in moved.track.indices { moved.track[index].time += seconds }
    return moved
  }

  private func track(_ base: [TrackPoint], _ other: [TrackPoint]) -> [TrackPoint] {
    guard !base.isEmpty else { return other }
    let isSecond = choice(.places) == .second
    let fields = [Field.altitudes, .distances, .speeds, .hearts, .cadences, .powers, .temperatures].filter {
      (choice($0) == .second) != isSecond
    }
    guard !fields.isEmpty else { return base }
    let timed = other.filter { !$0.time.isNaN }.sorted { $0.time < $1.time }
    var place = 0
    return base.map { point in
      guard !point.time.isNaN, !timed.isEmpty else { return point }
      while place + 1 < timed.count,
        abs(timed[place + 1].time - point.time) <= abs(timed[place].time - point.time)
      {
        place += 1
      }
      let near = timed[place]
      let isNear = abs(near.time - point.time) <= ActivityMerge.nearest
      var point = point
      for field in fields { ActivityMerge.take(field, from: isNear ? near : TrackPoint(), into: &point) }
      return point
    }
  }

  /// The greatest distance in time of two values that count as of one moment, in seconds.
  static let nearest = 3.0

  private static func take(_ field: Field, from near: TrackPoint, into point: inout TrackPoint) {
    switch field {
    case .altitudes: point.altitude = near.altitude
    case .distances: point.distance = near.distance
    case .speeds: point.speed = near.speed
    case .hearts: point.heartRate = near.heartRate
    case .cadences: point.cadence = near.cadence
    case .powers: point.power = near.power
    case .temperatures: point.temperature = near.temperature
    default: break
    }
  }
}
