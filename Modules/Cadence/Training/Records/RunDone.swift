public import Days
public import Kernel
public import Platform
public import Storage
internal import TrainingPlan

/// A run or other training that was done, as the runner marked it.
public struct RunDone: Syncable {
  public static let collection = "training_runs"

  public enum Activity: String, Sendable, Hashable, Codable, CaseIterable {
    case run, race, cycling, swimming, strength, other

    /// The activity of a sport as files and providers call it.
    public init(sport: String) {
      let sport = sport.lowercased()
      self =
        if sport.contains("run") || sport.contains("treadmill") {
          .run
        } else if sport.contains("cycl") || sport.contains("bik") || sport.contains("ride") {
          .cycling
        } else if sport.contains("swim") {
          .swimming
        } else {
          sport.contains("strength") ? .strength : .other
        }
    }

    /// Whether it was on foot, and so counts for distances and fitness.
    public var isRunning: Bool { self == .run || self == .race }

    var title: String {
      switch self {
      case .run: "Run"
      case .race: "Race"
      case .cycling: "Cycling"
      case .swimming: "Swimming"
      case .strength: "Strength"
      case .other: "Other training"
      }
    }
  }

  /// Metres of one activity at most.
  public static let mostMetres = 500_000
  public static let mostSeconds = 172_800
  public static let longestNote = 500

  public let id: ID<RunDone>
  public var day: CalendarDay
  public var activity: Activity
  /// 0 where no distance was said.
  public var metres: Int
  public var seconds: Int?
  /// 1 to 10.
  public var effort: Int
  /// 0 to 10 in running.
  public var pain: Int
  public var note: String?
  /// Metres and kind of the run that was planned for the day, as it stood when the run was marked.
  public var plannedMetres: Int?
  public var plannedKind: String?
  /// Where it came from; nil for one that was marked or changed by hand.
  public var source: String?

  /// The source of runs of files.
  public static let file = "file"
  /// Kept for a run whose effort nobody said.
  public static let assumedEffort = 4

  public var when: Date { Date(timeIntervalSince1970: Double(day.number) * 86_400) }

  public init(
    id: ID<RunDone>, day: CalendarDay, activity: Activity = .run, metres: Int, seconds: Int? = nil, effort: Int,
    pain: Int = 0, note: String? = nil, plannedMetres: Int? = nil, plannedKind: String? = nil,
    source: String? = nil
  ) {
    self.id = id
    self.day = day
    self.activity = activity
    self.metres = metres
    self.seconds = seconds
    self.effort = effort
    self.pain = pain
    self.note = note
    self.plannedMetres = plannedMetres
    self.plannedKind = plannedKind
    self.source = source
  }

  /// The effort that the runner said; nil for a run of a file.
  var saidEffort: Int? { source == nil ? effort : nil }

  /// The sign in its note; nil without one.
  var sign: WarningSigns.Sign? { note.flatMap { WarningSigns.sign(in: $0) } }

  public enum CodingKeys: String, ColumnKey {
    case id, activity, metres, seconds, effort, pain, note, source
    case day = "ran_on"
    case plannedMetres = "planned_metres"
    case plannedKind = "planned_kind"
  }

  /// Seconds for a kilometre; nil without a time, or for less than half a kilometre.
  var pace: Int? {
    guard activity.isRunning, let seconds, metres >= 500 else { return nil }
    return Int((Double(seconds) * 1000 / Double(metres)).rounded())
  }

  /// The newest first.
  static func isNewer(_ one: Opened<RunDone>, _ other: Opened<RunDone>) -> Bool {
    if one.record.day != other.record.day { return one.record.day > other.record.day }
    return one.record.id.uuid > other.record.id.uuid
  }
}
