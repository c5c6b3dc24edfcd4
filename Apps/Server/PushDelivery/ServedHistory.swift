internal import FoundationEssentials
internal import Kernel
public import Platform
public import Relational
internal import Tokens

// The history of notifications in the database of a server.
extension PushDelivery {
  /// The days for which devices show an entry.
  static let historyDays = 30

  /// Deletes the entries that devices show no more. A device does the same, unless nobody opens the app again.
  public static func forgetHistory(in database: any Database, now: Date) async throws(Failure) {
    guard let table = database.schema.tables["notifications"] else { return }
    // A sealed instant cannot be compared; that of the last change is readable, and not before it.
    let instant = database.sealedColumns(of: table).contains("sent_at") ? "updated_at" : "sent_at"
    let end = now.addingTimeInterval(-Double(historyDays) * 86_400)
    _ = try await database.delete(
      Delete(table, filter: .compare(instant, .less, .text(Moment(end).text))), as: .service)
  }
}
