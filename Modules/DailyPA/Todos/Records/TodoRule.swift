internal import Days
internal import Kernel
internal import Recurrence

/// The rules that a todo may have.
enum TodoRule {
  /// The sentence that says why a todo cannot repeat by a rule from a day on; nil when it can.
  static func complaint(_ text: String, from start: CalendarDay?) -> String? {
    let rule: RecurrenceRule
    do throws(Problem) { rule = try RecurrenceRule(text: text) } catch { return error.sentence }
    guard rule.frequency >= .daily else {
      return "A todo repeats by days or longer. Use FREQ=DAILY, WEEKLY, MONTHLY or YEARLY."
    }
    guard let start else { return nil }
    guard DayRule.next(after: start, by: text, beyond: start) != nil else {
      return "This rule has no day after \(start.long). Change the rule or the due day."
    }
    return nil
  }
}
