public import Days
internal import Platform
public import SoberDays
internal import Storage

// What lies ahead, for reminders.
extension SobrietyState {
  /// The first milestone of the current run on that day or after it.
  public func milestone(from day: CalendarDay) -> ReachedMilestone? {
    guard reading == .done, let run = ledger.runs(to: day).last else { return nil }
    return programme.next(in: run, after: day.following(-1))
  }

  /// Whether the pledge or the review of a day is done.
  public func isChecked(_ kind: CheckIn.Kind, on day: CalendarDay) -> Bool {
    book.checkIns.contains { $0.kind == kind && $0.day == day }
  }
}
