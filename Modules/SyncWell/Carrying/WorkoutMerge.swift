internal import Activities
public import Duplicates
internal import Platform
public import Samples

/// Two recordings of one workout as one, field by field.
public struct WorkoutMerge: Sendable {
  private var merge: ActivityMerge
  private let first: Sample
  private let second: Sample

  public init(_ first: FreeWorkout, _ second: FreeWorkout, clockOffset: Int = 0) {
    (self.first, self.second) = (first.sample, second.sample)
    merge = ActivityMerge(Activity(first.sample), Activity(second.sample), clockOffset: clockOffset)
  }

  public typealias Field = ActivityMerge.Field
  public typealias Choice = ActivityMerge.Choice

  public var differences: [Field] { merge.differences }
  public func choice(_ field: Field) -> Choice { merge.choice(field) }
  public func has(_ field: Field, inFirst: Bool) -> Bool { merge.has(field, in: inFirst ? merge.first : merge.second) }
  public mutating func choose(_ field: Field, _ choice: Choice) { merge.choices[field] = choice }

  /// The merged workout. Its origin names both records, so that it is written under one key whenever it is made again.
  public func merged(as provider: String) -> Sample {
    let activity = merge.merged()
    let start = activity.start ?? first.start
    var workout = first.workout ?? Workout("generic", elapsed: first.amount)
    workout.sport = activity.fullSport
    workout.name = activity.name
    workout.elapsed = activity.elapsed
    workout.moving = activity.moving > 0 ? activity.moving : nil
    workout.distance = activity.distance > 0 ? activity.distance : nil
    workout.energy = activity.calories.map(Double.init) ?? workout.energy
    workout.averageHeartRate = activity.heartRates.average.map(Double.init)
    workout.isTyped = activity.track.isEmpty
    workout.points = activity.track.map { WorkoutPoint($0, from: start) }
    return Sample(workout: workout, from: start, origin: WorkoutMerge.origin(first, second, as: provider))
  }

  /// The origin of the workout that is made of two.
  public static func origin(_ first: Sample, _ second: Sample, as provider: String) -> Origin {
    let records = [first, second].map { "\($0.origin.provider)/\($0.origin.record)" }
    return Origin(provider, record: records.joined(separator: "+"))
  }
}

// MARK: - Conversions

extension Recording {
  /// The recording of a workout, for the search for duplicates.
  public init?(_ sample: Sample, id: String) {
    guard sample.kind == .workout, sample.workout != nil else { return nil }
    self.init(Activity(sample), id: id)
  }
}

extension Activity {
  init(_ sample: Sample) {
    let workout = sample.workout ?? Workout("generic", elapsed: sample.amount)
    let track = workout.points.map { TrackPoint($0, from: sample.start) }
    self.init(
      sport: workout.sport, start: sample.start, elapsed: workout.elapsed, moving: workout.moving ?? 0,
      distance: workout.distance ?? 0, track: track)
    name = workout.name
    calories = workout.energy.flatMap { Int(exactly: $0.rounded()) }
    averageHeartRate = workout.averageHeartRate.flatMap { Int(exactly: $0.rounded()) }
  }
}

extension TrackPoint {
  fileprivate init(_ point: WorkoutPoint, from start: Date) {
    self.init()
    time = start.timeIntervalSince1970 + point.offset
    latitude = point.latitude ?? .nan
    longitude = point.longitude ?? .nan
    distance = point.distance ?? .nan
    altitude = point.altitude.map { Float($0) } ?? .nan
    heartRate = point.heartRate.flatMap { Int16(exactly: $0) } ?? -1
    power = point.power.flatMap { Int16(exactly: $0) } ?? -1
    cadence = point.cadence.flatMap { Int16(exactly: $0) } ?? -1
  }
}

extension WorkoutPoint {
  fileprivate init(_ point: TrackPoint, from start: Date) {
    self.init(at: point.time.isNaN ? 0 : point.time - start.timeIntervalSince1970)
    if point.hasPlace { (latitude, longitude) = (point.latitude, point.longitude) }
    distance = point.distance.isNaN ? nil : point.distance
    altitude = point.altitude.isNaN ? nil : Double(point.altitude)
    heartRate = point.heartRate > 0 ? Int(point.heartRate) : nil
    power = point.power >= 0 ? Int(point.power) : nil
    cadence = point.cadence >= 0 ? Int(point.cadence) : nil
  }
}
