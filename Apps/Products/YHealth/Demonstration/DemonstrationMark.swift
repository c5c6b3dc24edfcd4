internal import Days
internal import Kernel
internal import Platform
internal import Storage

/// Records that a store contains demo data, and for which days. It stays on the device.
struct DemonstrationMark: Kept {
  static let collection = "demonstration"

  let seed: UInt64
  /// The creation date of the habits; none was due before.
  let made: CalendarDay
  var first: CalendarDay
  var last: CalendarDay
  /// The time at which the goals were first added; nil for a store filled before demo goals existed.
  var goals: CalendarDay?

  var id: ID<DemonstrationMark> { DemonstrationMark.id }
  var when: Date { Date(timeIntervalSince1970: 0) }

  static var id: ID<DemonstrationMark> { ID(named: "mark") }

  private enum CodingKeys: String, CodingKey { case seed, made, first, last, goals }
}
