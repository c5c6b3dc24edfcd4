/// The construction of revisions: the transaction that wrote the row, followed by a number that is unique in that
/// transaction.
///
/// A plain sequence would distinguish the states of a row, but a reader that continues from the highest number misses
/// rows with a lower one that are committed later (SYNC.md 2.5). With the transaction in it, a revision shows whether
/// all earlier ones are visible. It is stored as `xid8`, which sorts as a number and is sent as text.
enum RevisionExpression {
  /// The number of bits below the transaction's. A transaction that writes more rows repeats numbers, so that two
  /// rows share a revision, which is harmless.
  private static let bits = 20

  static let fresh =
    "((pg_current_xact_id()::text::bigint << \(bits)) | (nextval('sync.revisions') & \((1 << bits) - 1)))::text::xid8"

  /// The first revision that a transaction may assign.
  static func first(of transaction: String) -> String { "(\(transaction)::text::bigint << \(bits))::text::xid8" }

  /// Whether a revision belongs to the current transaction.
  static func isCurrent(_ revision: String) -> String {
    "\(revision)::text::bigint >> \(bits) = pg_current_xact_id()::text::bigint"
  }
}
