internal import Consent
internal import Interface
internal import Storage

extension SyncedRecord {
  /// A person's decisions about the product's consents, one a row. A decision is never changed.
  package static let consents = SyncedRecord(
    ConsentRecord.self, one: "consent", many: "consents", icon: .lock, priority: .done,
    columns: [
      .text(.category, "Consent", length: 1...40).required,
      .integer(.version, "Version", in: 1...1_000_000).required,
      .text(.hash, .hidden, length: 64...64).required,
      .text(.text, "Text", length: 1...20_000).required,
      .boolean(.isGiven, "Given").required,
      .timestamp(.decidedAt, "Time").required,
    ],
    rules: [
      // An export asks for the newest decision.
      .readByServer(.category, .isGiven, .decidedAt),
      .transition(
        "decided",
        """
        new.\(.category) = old.\(.category) and new.\(.version) = old.\(.version) and new.\(.hash) = old.\(.hash) \
        and new.\(.text) = old.\(.text) and new.\(.isGiven) = old.\(.isGiven) and new.\(.decidedAt) = old.\(.decidedAt)
        """, refusal: "A decision about consent is never changed."),
    ])
}
