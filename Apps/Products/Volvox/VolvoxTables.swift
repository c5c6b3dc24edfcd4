public import Relational

/// The tables of Volvox.Sober besides its synced records; those shared between two people are in `VolvoxPairs`.
public enum VolvoxTables {
  public static let all =
    [matches, blocks, candidates]
    + [connectionRequests, connections, connectionFeedback, messages]

  private static let roles = ["sponsor", "sponsee", "both"]

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

  /// Blocked people. Visible to the owner only: the blocked person is not told.
  static let blocks: Table = {
    var table = Table.owned(
      "blocks", [.uuid("blocked").required, .text("reason")],
      checks: [Check("blocked_is_another", "blocked <> owner"), .length("reason", 0...2_000)])
    table.uniques = [["owner", "blocked"]]
    return table
  }()

  /// The part of a profile that matching may show, kept by its owner beside the profile. Hidden from those who have
  /// blocked the owner.
  static let candidates: Table = {
    var table = Table(
      "candidates",
      Table.synced([
        .uuid("person").filled(.caller).required, .text("name").required, .text("role").required,
        .text("recovery_program"), .date("sober_since"), .text("region"), .texts("availability"), .text("bio"),
        .text("looks_for"), .boolean("is_visible").required.usually("false"),
      ]),
      policies: Policies(
        viewers: ["owner"], seen: "is_visible and auth.uid() is not null and \(notBlocked("person"))",
        inserted: "owner = auth.uid()", updated: "owner = auth.uid()", deleted: "owner = auth.uid()"))
    table.uniques = [["owner"]]
    table.indexes = [["owner", "rev"], ["rev"]]
    table.checks = [
      .same("person", "owner"), .length("name", 1...100), .word("role", roles), .length("recovery_program", 1...100),
      .length("region", 1...200), .size("availability", 1_000), .length("bio", 0...2_000),
      .length("looks_for", 0...2_000),
    ]
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
}
