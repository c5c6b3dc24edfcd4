internal import Interface
internal import Storage

extension SyncedRecord {
  /// The settings of every product with an account, one a row. The newest edit of each wins, by its hybrid clock.
  package static let settings = SyncedRecord(
    KeptSetting.self, one: "setting", many: "settings", icon: .settings, priority: .done, conflicts: .clock(.clock),
    isNamed: true,
    columns: [
      .text(.name, "Setting", length: 1...100).required,
      .json(.value, "Value", size: 10_000).required,
      .text(.clock, .hidden, length: 1...100).required,
    ],
    rules: [.unique(perOwner: .name)])
}
