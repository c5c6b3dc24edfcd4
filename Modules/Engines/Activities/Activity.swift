public import Platform

/// A recorded workout: a run, a ride, a swim.
public struct Activity: Sendable, Hashable {
  public enum Format: String, Sendable, Hashable, CaseIterable {
    case fit, tcx, gpx, csv
  }

  /// The format of its file; nil if it is of none, such as one of an account.
  public let format: Format?
  /// In lower-case words with underscores: `running`, `cross_country_skiing`; `generic` if the file names none.
  public var sport: String
  /// The kind of the sport in the words of FIT: `treadmill`, `trail`, `virtual_activity`; nil if the file names none.
  public var subSport: String?
  public var name: String?
  public var start: Date?
  /// From the start to the end, with pauses, in seconds; 0 if unknown.
  public var elapsed: Double
  /// Without pauses, in seconds; 0 if unknown.
  public var moving: Double
  /// In metres; 0 if unknown.
  public var distance: Double
  /// Beats per minute.
  public var averageHeartRate: Int?
  public var greatestHeartRate: Int?
  public var calories: Int?
  public var laps: [Lap]
  public var track: [TrackPoint]
  /// Values of its file that cannot be, and are unknown here.
  public var impossible: ImpossibleValues = []
  /// Parts of its file that are not read, in plural nouns: "developer fields".
  public var unread: [String] = []

  public struct Lap: Sendable, Hashable {
    public var start: Date?
    public var duration: Double
    public var distance: Double
  }

  /// A workout that is of no file.
  public init(sport: String, start: Date, elapsed: Double, moving: Double, distance: Double, track: [TrackPoint] = []) {
    self.init(nil, sport: sport)
    self.start = start
    (self.elapsed, self.moving, self.distance, self.track) = (elapsed, moving, distance, track)
  }

  init(_ format: Format?, sport: String = "generic") {
    self.format = format
    self.sport = sport
    (elapsed, moving, distance, laps, track) = (0, 0, 0, [], [])
  }
}

/// A moment of a recording, in at most 64 bytes. What was not recorded is not a number, or -1 for whole numbers.
public struct TrackPoint: Sendable, Hashable {
  /// Seconds since 1970.
  public var time = Double.nan
  public var latitude = Double.nan
  public var longitude = Double.nan
  /// Metres from the start, as the device measured them.
  public var distance = Double.nan
  /// Metres.
  public var altitude = Float.nan
  /// Metres a second.
  public var speed = Float.nan
  public var heartRate: Int16 = -1
  /// Steps or turns a minute.
  public var cadence: Int16 = -1
  /// Watts.
  public var power: Int16 = -1
  /// Degrees Celsius.
  public var temperature: Int16 = .min
  /// Whether the recording was interrupted before this point: neither way nor time since the last one counts.
  public var beginsSegment = false

  public init() {}

  public var hasPlace: Bool { !latitude.isNaN && !longitude.isNaN }
}

extension Activity {
  /// The row that `troupe activities read` prints.
  public var heartRates: (average: Int?, greatest: Int?) {
    if averageHeartRate != nil || greatestHeartRate != nil { return (averageHeartRate, greatestHeartRate) }
    var (sum, count, most) = (0, 0, 0)
    for point in track where point.heartRate > 0 {
      (sum, count, most) = (sum + Int(point.heartRate), count + 1, max(most, Int(point.heartRate)))
    }
    return count == 0 ? (nil, nil) : (Int((Double(sum) / Double(count)).rounded()), most)
  }

  /// Drops what cannot be, and fills in from the track what the file does not say itself. Every reader ends with it.
  mutating func complete() {
    dropImpossible()
    let times = track.lazy.map(\.time).filter { !$0.isNaN }
    if let first = times.min(), let last = times.max() {
      if start == nil { start = Date(timeIntervalSince1970: first) }
      if elapsed == 0 { elapsed = last - first }
    }
    if distance == 0 { distance = track.lazy.map(\.distance).filter { !$0.isNaN }.max() ?? Earth.length(of: track) }
    if moving == 0 { moving = min(elapsed, Earth.movingTime(of: track) ?? elapsed) }
    dropImpossibleSums()
  }
}
