public import Relational

/// The tables of Volvox.Sober besides its synced records; those shared between two people are in `VolvoxPairs`.
public enum VolvoxTables {
  public static let all =
    [matches, connectionFeedback, reports, invitations]

  /// The results of matching: one candidate per row, visible to the person who was matched.
  static let matches: Table = {
    var table = Table.owned(
      "matches",
      [
        .uuid("candidate").required, .integer("score").required, .texts("reasons"),
        .text("status").required.usually("'suggested'"), .timestamp("last_shown_at"), .timestamp("cools_until"),
      ],
      checks: [
        .range("score", 0...100), .size("reasons", 5_000),
        .word("status", ["suggested", "requested", "declined", "connected"]),
        Check("candidate_is_another", "candidate <> owner"),
      ])
    table.uniques = [["owner", "candidate"]]
    return table
  }()

  /// A condition that the caller has not blocked `column`. It uses the caller's own blocks only: under PostgreSQL a
  /// policy sees only rows that its caller sees. `column` must be a name that `blocks` does not have.
  static func notBlocked(_ column: String) -> String {
    "not exists (select 1 from blocks as b where b.owner = auth.uid() and b.blocked = \(column))"
  }

  /// A condition that the caller has an active connection with `column`, a name that `connections` does not have.
  static func connected(_ column: String, and more: String = "") -> String {
    "exists (select 1 from connections as c where c.status = 'active'\(more) and "
      + "((c.sponsor = auth.uid() and c.sponsee = \(column)) or (c.sponsee = auth.uid() and c.sponsor = \(column))))"
  }

  /// The caller's blocks as a source of `notBlocked(column)`.
  static func blocking(_ column: String) -> [VisibilitySource] {
    [VisibilitySource("blocks", viewer: "owner", subject: "blocked", column: column, isShowing: false)]
  }

  /// Connections as a source of `connected(column)`: each person sees the other's rows.
  static func connecting(_ column: String) -> [VisibilitySource] {
    [("sponsor", "sponsee"), ("sponsee", "sponsor")].map { viewer, subject in
      VisibilitySource("connections", viewer: viewer, subject: subject, column: column)
    }
  }
}
