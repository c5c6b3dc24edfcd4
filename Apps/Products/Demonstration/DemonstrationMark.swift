internal import Days
internal import FoundationEssentials
internal import Kernel
internal import Storage

/// That the demonstration person is in a store, and of which days: it stays on the device.
struct DemonstrationMark: Kept {
  static let collection = "demonstration"

  let seed: UInt64
  /// When the habits were made; before that none was due.
  let made: CalendarDay
  var first: CalendarDay
  var last: CalendarDay
  /// When their goals were first seen; nil for one who was let in before they had any.
  var goals: CalendarDay?

  var id: ID<DemonstrationMark> { DemonstrationMark.id }
  var when: Date { Date(timeIntervalSince1970: 0) }

  static var id: ID<DemonstrationMark> { ID(named: "mark") }

  private enum CodingKeys: String, CodingKey { case seed, made, first, last, goals }
}
