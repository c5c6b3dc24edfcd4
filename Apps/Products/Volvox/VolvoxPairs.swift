internal import Peers
internal import Relational

/// The tables of Volvox.Sober that two people share.
extension VolvoxTables {
  /// The reason for ending a connection, visible to its author and to the server's operator.
  static let connectionFeedback = Table.owned(
    "connection_feedback", [.uuid("connection").required.refers(to: "connections"), .text("body").required],
    checks: [.length("body", 1...5_000)])

  /// Reports about another person, with what the server knew of both when it was made. The function `connection` writes
  /// them; the author can read a report, and whoever runs the server.
  static let reports: Table = {
    var table = Table(
      "reports",
      Table.synced([
        .uuid("person").required, .text("kind").required, .text("body").required, .json("evidence"),
      ]), policies: Policies(viewers: ["owner"]))
    table.indexes = [["owner", "rev"]]
    table.checks = [
      .word("kind", PeerReport.allCases.map(\.rawValue)), .length("body", 1...5_000), .size("evidence", 100_000),
      Check("person_is_another", "person <> owner"),
    ]
    return table
  }()

  /// Invitations by code. The function `connection` writes them and knows the code by its hash alone; whoever made one sees
  /// it. The request and the connection that come of one have its identifier.
  static let invitations: Table = {
    var table = Table(
      "invitations",
      Table.synced([
        .text("code_hash").required, .text("asks_for").required, .timestamp("expires_at").required, .uuid("used_by"),
        .timestamp("used_at"),
      ]), policies: Policies(viewers: ["owner"]))
    table.uniques = [["code_hash"]]
    table.indexes = [["owner", "rev"]]
    table.checks = [
      .length("code_hash", 64...64), .word("asks_for", ConnectionRequest.Wish.allCases.map(\.rawValue)),
      Check("used_by_is_another", "used_by <> owner"),
    ]
    table.transitions = [
      .unchanged(["asks_for", "expires_at"], "An invitation stays as it was made."),
      Transition(
        "used_once", "old.used_by is null or new.used_by is not null and new.used_by = old.used_by",
        refusal: "This invitation was used already."),
    ]
    return table
  }()
}

extension Transition {
  /// Forbids changes to the columns and to the row's owner. Null equals null here.
  static func unchanged(_ columns: [String], _ refusal: String) -> Transition {
    let same = (["owner"] + columns).map { column in
      "(new.\(column) = old.\(column) or (new.\(column) is null and old.\(column) is null))"
    }
    return Transition("unchanged", same.joined(separator: " and "), refusal: refusal)
  }
}
