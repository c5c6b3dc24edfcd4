public import Forms
public import Kernel
public import Measures
public import Platform
public import Storage

/// The dependencies of the log. What was saved is on disk, together with its sync queue entry, when the call returns.
public struct HealthNeeds: Sendable {
  /// The newest entries of each kind.
  public var read: @Sendable (_ newest: Int) async throws(Problem) -> [KeptEntry]
  public var entry: @Sendable (EntryName) async throws(Problem) -> KeptEntry?
  /// Saves over the opened version, or as a new entry; deletes the draft in the same transaction. Throws `stale` when
  /// it was saved elsewhere meanwhile, `gone` when it was deleted.
  public var save: @Sendable (LogEntry, Version?, _ draft: ID<KeptDraft>?) async throws(Problem) -> KeptEntry
  public var delete: @Sendable (KeptEntry) async throws(Problem) -> Void
  /// Reports each change, whatever its origin, including own ones.
  public var changes: @Sendable () -> AsyncStream<Heard<Void>>
  /// The current revision of every collection.
  public var marks: @Sendable () async throws(Problem) -> LogMarks
  /// The changes since then, and which of the waiting entries have reached the server; nil when there are too many.
  public var catchUp: @Sendable (LogMarks, _ waiting: [EntryName], Moment) async throws(Problem) -> LogNews?
  /// Sums all days from all entries.
  public var sumUp: @Sendable (Moment) async throws(Problem) -> SummedDays

  public var drafts: DraftNeeds<FormName>
  public var summary: @Sendable (_ day: String) async throws(Problem) -> DaySummary?
  /// The days as last summed.
  public var days: @Sendable () async throws(Problem) -> [DayFigures]
  public var keepDays: @Sendable (DaysToKeep) async throws(Problem) -> Void

  public var habits: HabitNeeds
  /// Stores all figures or none; existing ones are replaced.
  public var take: @Sendable ([DeviceDay]) async throws(Problem) -> Void

  /// Deletes one batch of an import's data from before that instant.
  public var forget: @Sendable (_ import: String, _ before: Date) async throws(Problem) -> Forgetting
  public var camera: Camera

  /// The progress of deleting an import's data.
  public struct Forgetting: Sendable {
    static let start: Date? = .distantFuture
    public let count: Int
    /// Nil when everything was examined.
    public let next: Date?
  }

  /// A meal's photo: taking it, uploading it, and recognizing the food.
  public struct Camera: Sendable {
    /// Lets the user of that window choose a photo; nil when they cancel.
    public var photo: @Sendable (WindowID) async throws(Problem) -> Photo?
    /// Uploads the photo and returns its path.
    public var upload: @Sendable (Photo, _ entry: UUID) async throws(Problem) -> String
    /// The food recognized in the uploaded photo; empty when nothing was recognized.
    public var analyse: @Sendable (_ path: String, _ entry: UUID) async throws(Problem) -> [FoodItem]

    public init(
      photo: @escaping @Sendable (WindowID) async throws(Problem) -> Photo?,
      upload: @escaping @Sendable (Photo, _ entry: UUID) async throws(Problem) -> String,
      analyse: @escaping @Sendable (_ path: String, _ entry: UUID) async throws(Problem) -> [FoodItem]
    ) {
      self.photo = photo
      self.upload = upload
      self.analyse = analyse
    }

    /// For an interface without a camera or files.
    public static let none = Camera(
      photo: { _ throws(Problem) in throw .noCamera }, upload: { _, _ throws(Problem) in throw .noCamera },
      analyse: { _, _ throws(Problem) in throw .noCamera })
  }
}

/// The storage of habits.
public struct HabitNeeds: Sendable {
  /// Saves over the shown version, or as a new habit.
  public var save: @Sendable (Habit, Version?) async throws(Problem) -> Void
  /// Stores how often the habit was kept that day; zero removes the entry.
  public var tick: @Sendable (HabitEntry) async throws(Problem) -> Void
}

/// The figures stored for the next start.
public struct DaysToKeep: Sendable, Equatable {
  public let summary: DaySummary?
  public let days: [DayFigures]
}

extension Problem {
  static let noCamera = Problem(
    "no-camera", "Photos cannot be taken from here.", safe: "What you typed is still here.",
    remedy: "Try again on a device with a camera or photos.")
}
