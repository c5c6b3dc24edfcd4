internal import Analytics
internal import Interface
internal import Storage

extension SyncedRecord {
  /// The daily counts of use of a product whose person consents to them. They are sent after everything that the person
  /// entered or did. A count that one device deletes with the consent stays deleted.
  package static let usage = SyncedRecord(
    UsageDay.self, one: "daily count of use", many: "daily counts of use", icon: .list, priority: .analytics,
    conflicts: .server, expires: true,
    columns: [
      .date(.day, "Day").required,
      .text(.event, "What was used", length: 1...UsageDay.longestEvent).required,
      .integer(.times, "Times", in: 1...UsageDay.most).required,
    ])
}
