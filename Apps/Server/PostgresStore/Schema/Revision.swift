/// How a revision is made: the transaction that wrote the row, and behind it a number that no other row of that
/// transaction has.
///
/// A plain sequence would do for telling one state of a row from another, but whoever reads on from the highest number
/// misses what took a lower one and was committed later (SYNC.md 2.5). By its transaction a revision says whether all
/// before it is there. It is kept as `xid8`, which is ordered as a number and goes out as text.
enum Revision {
  /// The bits behind the transaction's. A transaction that writes more rows gives numbers twice, which only makes two
  /// rows of the same revision.
  private static let bits = 20

  static let fresh =
    "((pg_current_xact_id()::text::bigint << \(bits)) | (nextval('sync.revisions') & \((1 << bits) - 1)))::text::xid8"

  /// The first that a transaction may make.
  static func first(of transaction: String) -> String { "(\(transaction)::text::bigint << \(bits))::text::xid8" }

  /// Whether it is one of the transaction that is under way.
  static func isCurrent(_ revision: String) -> String {
    "\(revision)::text::bigint >> \(bits) = pg_current_xact_id()::text::bigint"
  }
}
