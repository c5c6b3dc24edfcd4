internal import Assignments
internal import Interface
package import ProductKit
internal import Storage

/// The synced records of tasks. A sponsor writes one, the sponsee marks it as done; text and note are ciphertext.
package enum AssignmentRecords {
  package static let all = [tasks]

  /// The longest sealed text: 1,000 characters are at most 4,000 bytes of UTF-8, and 1,000 bytes of key, nonce,
  /// authentication and padding, which base64 makes a third longer.
  static let longestText = (4_000 + 1_000 + 2) / 3 * 4

  /// Tasks. Hidden from sponsees who have blocked the sponsor, who is not told.
  static let tasks = SyncedRecord(
    SponsorTask.self, one: "task", many: "tasks", icon: .list, conflicts: .server,
    access: .people(
      [.giver], seen: RecordSQL(stringLiteral: forDoer), seenBy: [.doer], sources: VolvoxTables.blocking("giver"),
      inserted: RecordSQL(
        stringLiteral: "owner = auth.uid() and giver = auth.uid() and done_at is null and note is null and "
          + "\(VolvoxTables.connected("doer", and: " and c.id = connection and c.sponsor = auth.uid()")) and "
          + VolvoxTables.notBlocked("doer")),
      updated: RecordSQL(
        stringLiteral: "\(forDoer) and \(VolvoxTables.connected("giver", and: " and c.id = connection"))"),
      deleted: "giver = auth.uid() and done_at is null"),
    columns: [
      .uuid(.connection, .hidden, to: PairRecords.connections, of: .anyone).required,
      .owner(.giver),
      .uuid(.doer, .hidden).required.check("doer_is_another", "doer <> giver"),
      .text(.body, .hidden, length: 1...longestText).required,
      .date(.dueOn, "Due"),
      .timestamp(.givenAt, "Given").filled(.now).required,
      .timestamp(.doneAt, "Done"),
      .text(.note, .hidden, length: 1...longestText),
    ],
    rules: [
      .index(.connection),
      .unchanged(
        .connection, .giver, .doer, .body, .dueOn, .givenAt, refusal: "A task that was given stays as it is."),
      .transition(
        "done_once", "old.\(.doneAt) is null and new.\(.doneAt) is not null",
        refusal: "This task is done already."),
    ])

  private static let forDoer = "doer = auth.uid() and \(VolvoxTables.notBlocked("giver"))"
}
