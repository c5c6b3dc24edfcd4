internal import Interface
package import ProductKit
internal import Sobriety
internal import Storage

/// The records of sobriety that are synced. Their rows are visible to their owner only.
package enum SobrietyRecords {
  package static let all = [entries, reflections, milestones, checkIns, plans]

  /// The entries of the ledger. A row is never changed: a correction is a row of its own. The columns `ended_on` and
  /// `substance` are those of the first form of the table.
  static let entries = SyncedRecord(
    SobrietyRecord.self, one: "sobriety entry", many: "sobriety entries", icon: .sun, conflicts: .newest,
    columns: [
      .date(.beganOn, "Day").required.check("began_lately", "\(.beganOn) >= '1900-01-01'"),
      .unread(.date("ended_on", .hidden)).check("ends_after", "ended_on >= began_on"),
      .unread(.text("substance", .hidden, length: 1...100)),
      .text(.note, "Note", length: 0...5_000),
      .word(.kind, "What", of: SobrietyRecord.Kind.self) {
        switch $0 {
        case .start: "Sober date"
        case .slip: "Slip"
        case .correction: "Corrected date"
        }
      }.required.usually(SobrietyRecord.Kind.start),
      .uuid(.corrects, .hidden),
      .boolean(.isWithdrawn, .hidden).required.usually(false),
      .timestamp(.recordedAt, .hidden),
    ],
    rules: [
      .transition(
        "recorded_once",
        """
        new.\(.kind) = old.\(.kind) and new.\(.beganOn) = old.\(.beganOn) and new.\(.isWithdrawn) = old.\(.isWithdrawn) \
        and (new.\(.corrects) = old.\(.corrects) or (new.\(.corrects) is null and old.\(.corrects) is null))
        """,
        refusal: "A recorded date stays as it is. A correction is an entry of its own.")
    ])

  static let reflections = SyncedRecord(
    Reflection.self, one: "reflection", many: "reflections", icon: .book, editing: Route(["sobriety", "reflection"]),
    columns: [
      .date(.day, "Day").required,
      .text(.body, "Words", length: 1...20_000).required,
    ])

  /// Milestones that were told. `days` is the time that one took; `months` is set for one that counts calendar months.
  static let milestones = SyncedRecord(
    MilestoneRecord.self, one: "milestone", many: "milestones", icon: .medal, conflicts: .newest,
    columns: [
      .uuid(.sobrietyRecord, .hidden, to: entries).required,
      .integer(.days, "Days", in: 1...40_000).required,
      .date(.reachedOn, "Day").required,
      .text(.note, "Note", length: 0...5_000),
      .integer(.months, "Months", in: 1...1_200),
    ],
    rules: [.unique(.sobrietyRecord, .days)])

  static let checkIns = SyncedRecord(
    CheckIn.self, one: "check-in", many: "check-ins", icon: .success, conflicts: .newest, isNamed: true,
    columns: [
      .date(.day, "Day").required,
      .word(.kind, "What", of: CheckIn.Kind.self) { $0 == .pledge ? "Morning pledge" : "Evening review" }.required,
      .word(.feeling, "How it was", of: CheckIn.Feeling.self),
      .timestamp(.checkedAt, "Time").filled(.now).required,
    ],
    rules: [.unique(perOwner: .day, .kind)])

  static let plans = SyncedRecord(
    SobrietyPlan.self, one: "sobriety plan", many: "sobriety plans", icon: .settings, conflicts: .newest, isNamed: true,
    columns: [
      .text(.programme, "Programme", length: 1...100),
      .integer(.dailyHundredths, "Amount a day, in hundredths", in: 1...100_000_000),
      .text(.currency, "Currency", length: 3...3),
      .text(.region, "Region", length: 1...20),
      .text(.contactName, "Contact", length: 1...100),
      .text(.contactPhone, "Telephone number", length: 1...40),
    ],
    rules: [.onePerOwner])
}
