internal import Interface
internal import Purchases
internal import Storage

extension SyncedRecord {
  /// Statements that a store signed for a person, one text a row. A row is never changed, and each device verifies it itself.
  package static let purchases = SyncedRecord(
    StoredTransaction.self, one: "purchase", many: "purchases", icon: .receipt, priority: .done,
    columns: [
      .text(.text, .hidden, length: 1...16_384).required,
      .timestamp(.signedAt, "Time").required,
    ],
    rules: [
      .transition(
        "signed", "new.\(.text) = old.\(.text) and new.\(.signedAt) = old.\(.signedAt)",
        refusal: "What a store has signed is never changed.")
    ])
}
