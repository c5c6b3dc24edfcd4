public import Activities
internal import Platform

/// The facts about one recording of a workout by which duplicates are found.
public struct Recording: Sendable, Hashable, Identifiable {
  public let id: String
  /// In any spelling: "Run", "trail_running", "VirtualRide".
  public var sport: String
  /// Seconds since 1970.
  public var start: Double
  /// With pauses, in seconds.
  public var elapsed: Double
  /// Without pauses, in seconds; nil if it is not known.
  public var moving: Double?
  /// In metres; nil if it was not measured.
  public var distance: Double?
  /// Typed by the person, so that times are rounded.
  public var isManual: Bool
  public var hearts: HeartSeries
  public var places: PlaceSeries

  public var end: Double { start + elapsed }

  public init(
    _ id: String, sport: String, start: Double, elapsed: Double, moving: Double? = nil, distance: Double? = nil,
    isManual: Bool = false, hearts: HeartSeries = HeartSeries(), places: PlaceSeries = PlaceSeries()
  ) {
    self.id = id
    self.sport = sport
    // Times beyond the year 30,000 are rubbish, and seconds could not be told apart in them.
    self.start = start.magnitude <= 1e12 ? start : 0
    self.elapsed = elapsed.isFinite ? min(max(elapsed, 0), Recording.longest) : 0
    self.moving = moving.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    self.distance = distance.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    self.isManual = isManual
    self.hearts = hearts
    self.places = places
  }

  /// The recording of a workout; nil without a start.
  public init?(_ activity: Activity, id: String) {
    guard let start = activity.start?.timeIntervalSince1970 else { return nil }
    self.init(
      id, sport: activity.fullSport, start: start, elapsed: activity.elapsed, moving: activity.moving,
      distance: activity.distance, isManual: activity.track.isEmpty,
      hearts: HeartSeries(activity.track), places: PlaceSeries(activity.track))
  }

  /// Longer ones count as this long: nobody moves for a week without a stop.
  static let longest = 7 * 86_400.0
}

/// A heart rate for each second.
public struct HeartSeries: Sendable, Hashable {
  /// Seconds since 1970.
  public let start: Double
  /// Beats per minute; 0 where nothing was measured.
  public let beats: [Int16]

  public init(start: Double = 0, beats: [Int16] = []) {
    self.start = start.magnitude <= 1e12 ? start : 0
    self.beats = beats
  }

  /// The longest part that is compared, in seconds.
  static let longest = 4 * 3600

  init(_ track: [TrackPoint]) {
    let measured = track.lazy.filter { $0.heartRate > 0 && $0.time.isFinite }
    guard let first = measured.map(\.time).min() else {
      self.init()
      return
    }
    var beats: [Int16] = []
    for point in measured.sorted(by: { $0.time < $1.time }) {
      let second = Int(min(point.time - first, Double(HeartSeries.longest)))
      guard second < HeartSeries.longest else { break }
      // Smart recording leaves out what does not change, for up to ten seconds.
      let last = beats.last ?? 0
      let gap = second - beats.count
      if gap > 0 { beats += Array(repeating: gap <= 10 ? last : 0, count: gap) }
      if second == beats.count { beats.append(point.heartRate) }
    }
    self.init(start: first, beats: beats)
  }
}

/// Places in the order of time, at most one in five seconds.
public struct PlaceSeries: Sendable, Hashable {
  public struct Place: Sendable, Hashable {
    /// Seconds since 1970.
    public var time: Double
    public var latitude: Double
    public var longitude: Double

    public init(time: Double, latitude: Double, longitude: Double) {
      self.time = time
      self.latitude = latitude
      self.longitude = longitude
    }
  }

  public let places: [Place]

  public init(_ places: [Place] = []) { self.places = places }

  static let step = 5.0
  static let most = 4096

  init(_ track: [TrackPoint]) {
    var places: [Place] = []
    let found = track.lazy.filter { $0.hasPlace && !$0.time.isNaN }.sorted { $0.time < $1.time }
    for point in found where places.count < PlaceSeries.most {
      if let last = places.last, point.time - last.time < PlaceSeries.step { continue }
      places.append(Place(time: point.time, latitude: point.latitude, longitude: point.longitude))
    }
    self.init(places)
  }
}
