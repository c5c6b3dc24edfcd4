public import FoundationEssentials
public import Kernel
public import Measures
public import Storage

/// What the world must do for it. What is saved is on the disk, together with its way to the server, when the answer comes.
public struct HealthNeeds: Sendable {
  /// The newest of each kind.
  public var read: @Sendable (_ newest: Int) async throws(Problem) -> [KeptEntry]
  public var entry: @Sendable (EntryName) async throws(Problem) -> KeptEntry?
  /// Over the version that was opened, or as a new one; the draft goes in the same transaction. `stale` when somebody
  /// else saved it meanwhile, `gone` when somebody deleted it.
  public var save: @Sendable (LogEntry, Version?, _ draft: ID<KeptDraft>?) async throws(Problem) -> KeptEntry
  public var delete: @Sendable (KeptEntry) async throws(Problem) -> Void
  /// Says that something changed, whoever did it; one's own changes among it.
  public var changes: @Sendable () -> AsyncStream<Heard<Void>>
  /// How far everything has come.
  public var marks: @Sendable () async throws(Problem) -> LogMarks
  /// What changed since, and of which of those that wait the server has by now; nil when it is too much to be told.
  public var catchUp: @Sendable (LogMarks, _ waiting: [EntryName], Moment) async throws(Problem) -> LogNews?
  /// All days, from all that is kept.
  public var sumUp: @Sendable (Moment) async throws(Problem) -> SummedDays

  public var drafts: @Sendable () async throws(Problem) -> [KeptDraft]
  public var keepDraft: @Sendable (KeptDraft) async throws(Problem) -> Void
  public var dropDraft: @Sendable (ID<KeptDraft>) async throws(Problem) -> Void
  public var summary: @Sendable (_ day: String) async throws(Problem) -> DaySummary?
  /// As they were last summed up.
  public var days: @Sendable () async throws(Problem) -> [DayFigures]
  public var keepDays: @Sendable (DaysToKeep) async throws(Problem) -> Void

  public var habits: HabitNeeds
  /// All of them or none; what is there already is not there twice.
  public var take: @Sendable ([DeviceDay]) async throws(Problem) -> Void

  /// Some of what an import has brought goes, of what lies before that instant.
  public var forget: @Sendable (_ import: String, _ before: Date) async throws(Problem) -> Forgetting
  public var camera: Camera

  /// How far that has come.
  public struct Forgetting: Sendable {
    static let start: Date? = .distantFuture
    public let count: Int
    /// Nil when all of it was looked at.
    public let next: Date?

    public init(count: Int, next: Date?) {
      self.count = count
      self.next = next
    }
  }

  /// The way of a meal's photo: from the person to the server, and what is seen on it.
  public struct Camera: Sendable {
    /// The face of that window asks the person; nil when they call it off.
    public var photo: @Sendable (HealthDesk.Name) async throws(Problem) -> Photo?
    /// Answers where the picture lies now.
    public var upload: @Sendable (Photo, _ entry: UUID) async throws(Problem) -> String
    /// What is seen on the picture that lies there; empty when nobody can tell.
    public var analyse: @Sendable (_ path: String, _ entry: UUID) async throws(Problem) -> [FoodItem]

    public init(
      photo: @escaping @Sendable (HealthDesk.Name) async throws(Problem) -> Photo?,
      upload: @escaping @Sendable (Photo, _ entry: UUID) async throws(Problem) -> String,
      analyse: @escaping @Sendable (_ path: String, _ entry: UUID) async throws(Problem) -> [FoodItem]
    ) {
      self.photo = photo
      self.upload = upload
      self.analyse = analyse
    }

    /// For a face that can show no camera and no file.
    public static let none = Camera(
      photo: { _ throws(Problem) in throw .noCamera }, upload: { _, _ throws(Problem) in throw .noCamera },
      analyse: { _, _ throws(Problem) in throw .noCamera })
  }

  public init(
    read: @escaping @Sendable (_ newest: Int) async throws(Problem) -> [KeptEntry],
    entry: @escaping @Sendable (EntryName) async throws(Problem) -> KeptEntry?,
    save: @escaping @Sendable (LogEntry, Version?, _ draft: ID<KeptDraft>?) async throws(Problem) -> KeptEntry,
    delete: @escaping @Sendable (KeptEntry) async throws(Problem) -> Void,
    changes: @escaping @Sendable () -> AsyncStream<Heard<Void>>,
    marks: @escaping @Sendable () async throws(Problem) -> LogMarks,
    catchUp: @escaping @Sendable (LogMarks, _ waiting: [EntryName], Moment) async throws(Problem) -> LogNews?,
    sumUp: @escaping @Sendable (Moment) async throws(Problem) -> SummedDays,
    drafts: @escaping @Sendable () async throws(Problem) -> [KeptDraft],
    keepDraft: @escaping @Sendable (KeptDraft) async throws(Problem) -> Void,
    dropDraft: @escaping @Sendable (ID<KeptDraft>) async throws(Problem) -> Void,
    summary: @escaping @Sendable (_ day: String) async throws(Problem) -> DaySummary?,
    days: @escaping @Sendable () async throws(Problem) -> [DayFigures],
    keepDays: @escaping @Sendable (DaysToKeep) async throws(Problem) -> Void, habits: HabitNeeds,
    take: @escaping @Sendable ([DeviceDay]) async throws(Problem) -> Void,
    forget: @escaping @Sendable (_ import: String, _ before: Date) async throws(Problem) -> Forgetting, camera: Camera
  ) {
    self.read = read
    self.entry = entry
    self.save = save
    self.delete = delete
    self.changes = changes
    self.marks = marks
    self.catchUp = catchUp
    self.sumUp = sumUp
    self.drafts = drafts
    self.keepDraft = keepDraft
    self.dropDraft = dropDraft
    self.summary = summary
    self.days = days
    self.keepDays = keepDays
    self.habits = habits
    self.take = take
    self.forget = forget
    self.camera = camera
  }
}

/// Where habits are kept.
public struct HabitNeeds: Sendable {
  /// Over the version that was shown, or as a new one.
  public var save: @Sendable (Habit, Version?) async throws(Problem) -> Void
  /// How often it was kept that day; never is no entry.
  public var tick: @Sendable (HabitEntry) async throws(Problem) -> Void

  public init(
    save: @escaping @Sendable (Habit, Version?) async throws(Problem) -> Void,
    tick: @escaping @Sendable (HabitEntry) async throws(Problem) -> Void
  ) {
    self.save = save
    self.tick = tick
  }
}

/// What of the days is kept for the next start.
public struct DaysToKeep: Sendable, Equatable {
  public let summary: DaySummary?
  public let days: [DayFigures]
}

extension Problem {
  static let noCamera = Problem(
    "no-camera", "Photos cannot be taken from here.", safe: "What you typed is still here.",
    remedy: "Try again where there is a camera or a file to choose.")
}
