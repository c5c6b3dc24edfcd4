/// A workout: the sport, its amounts, and the points on the way.
public struct Workout: Sendable, Hashable, Codable {
  /// In lower-case words with underscores: `running`, `virtual_ride`; `generic` if it is not known.
  public var sport: String
  public var name: String?
  /// From the start to the end, with pauses, in seconds.
  public var elapsed: Double
  /// Without pauses, in seconds; nil if it is not known.
  public var moving: Double?
  /// In metres; nil if it was not measured.
  public var distance: Double?
  /// In kilocalories.
  public var energy: Double?
  /// In beats per minute.
  public var averageHeartRate: Double?
  /// Typed by the person, so that its times are rounded.
  public var isTyped: Bool
  public var points: [WorkoutPoint]

  public init(
    _ sport: String, elapsed: Double, moving: Double? = nil, distance: Double? = nil, energy: Double? = nil,
    averageHeartRate: Double? = nil, name: String? = nil, isTyped: Bool = false, points: [WorkoutPoint] = []
  ) {
    self.sport = sport
    self.elapsed = elapsed
    self.moving = moving
    self.distance = distance
    self.energy = energy
    self.averageHeartRate = averageHeartRate
    self.name = name
    self.isTyped = isTyped
    self.points = points
  }
}

/// A moment of a workout.
public struct WorkoutPoint: Sendable, Hashable, Codable {
  /// Seconds from the start of the workout.
  public var offset: Double
  public var latitude: Double?
  public var longitude: Double?
  /// Metres above the sea.
  public var altitude: Double?
  /// Metres from the start.
  public var distance: Double?
  /// Beats per minute.
  public var heartRate: Int?
  /// Watts.
  public var power: Int?
  /// Steps or turns a minute.
  public var cadence: Int?

  public init(
    at offset: Double, latitude: Double? = nil, longitude: Double? = nil, altitude: Double? = nil,
    distance: Double? = nil, heartRate: Int? = nil, power: Int? = nil, cadence: Int? = nil
  ) {
    self.offset = offset
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
    self.distance = distance
    self.heartRate = heartRate
    self.power = power
    self.cadence = cadence
  }
}
