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

  /// The longest body of a message: 10,000 characters of plain text as ciphertext. They are at most 40,000 bytes of UTF-8
  /// and 1,000 bytes of key, nonce, authentication and padding, which base64 makes a third longer.
  static let longestBody = (40_000 + 1_000 + 2) / 3 * 4

  /// Messages. Hidden from recipients who have blocked the sender, who is not told.
  static let messages: Table = {
    var table = Table(
      "messages",
      Table.synced([
        .uuid("connection").required.refers(to: "connections"), .uuid("sender").filled(.caller).required,
        .uuid("recipient").required, .text("body").required, .timestamp("sent_at").filled(.now).required,
        .timestamp("delivered_at"), .timestamp("read_at"),
      ]),
      policies: Policies(
        viewers: ["sender"], seen: forRecipient, seenBy: ["recipient"], sources: blocking("sender"),
        inserted:
          "owner = auth.uid() and sender = auth.uid() and delivered_at is null and read_at is null and "
          + "\(connected("recipient", and: " and c.id = connection")) and \(notBlocked("recipient"))",
        updated: forRecipient))
    table.indexes = [["sender", "rev"], ["recipient", "rev"], ["connection", "sent_at"]]
    table.checks = [
      .same("sender", "owner"), Check("recipient_is_another", "recipient <> sender"), .length("body", 1...longestBody),
    ]
    table.transitions = [
      .unchanged(
        ["connection", "sender", "recipient", "body", "sent_at"], "A message that was sent stays as it is."),
      Transition(
        "marked_once",
        "(old.delivered_at is null or new.delivered_at is not null and new.delivered_at = old.delivered_at) "
          + "and (old.read_at is null or new.read_at is not null and new.read_at = old.read_at)",
        refusal: "What was delivered or read stays so."),
    ]
    return table
  }()

  private static let forRecipient = "recipient = auth.uid() and \(notBlocked("sender"))"
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
