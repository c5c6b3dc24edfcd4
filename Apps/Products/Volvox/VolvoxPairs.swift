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
