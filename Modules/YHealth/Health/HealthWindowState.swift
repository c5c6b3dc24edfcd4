internal import Days
public import Forms
internal import Kernel
internal import Platform

/// The state of one window. The entries belong to the person and are the same in every window; a form, a question or an
/// Undo stands only where it was begun.
public struct HealthWindowState: FormHolding {
  /// An entry before and after a change; without a before for one that was new.
  struct Former: Sendable, Equatable {
    let before: LogEntry?
    let after: LogEntry

    var name: EntryName { after.name }
  }

  /// An earlier day, which is remembered while several entries are made for it.
  struct PastDay: Sendable, Equatable {
    let day: CalendarDay
    let until: Date

    static let lasts = Duration.seconds(600)

    init(_ day: CalendarDay, at now: Moment) {
      self.day = day
      until = now.advanced(by: PastDay.lasts).date
    }
  }

  public var forms = FormTable<FormName>()
  /// Whether a photo was requested while the server is unreachable.
  var isPhotoOffline = false
  public internal(set) var undos = UndoOffers<KeptEntry>()
  /// The entry of the newest message with an Undo.
  var offered: EntryName?
  /// The entries as they were before they were last changed in this window, the newest change last.
  var former: [Former] = []
  /// The earlier day for which entries are made.
  var pastDay: PastDay?
  var copy = DayCopy()
  var habit = HabitWindowState()
  /// The reason why a deletion, an entry or a tick failed.
  var problem: Problem?
  /// Number of pages of the history that are shown.
  var pages = 1

  static let page = 50
  static let mostPages = 100

  public init() {}

  /// The earlier day that holds now.
  func pastDay(at now: Moment) -> CalendarDay? { pastDay.flatMap { $0.until > now.date ? $0.day : nil } }

  /// Remembers the earlier day for as long again.
  mutating func extendPastDay(_ now: Moment) { pastDay = pastDay(at: now).map { PastDay($0, at: now) } }
}
