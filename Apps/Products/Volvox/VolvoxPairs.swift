internal import Relational

/// The tables of Volvox.Sober that two people share.
extension VolvoxTables {
  /// Requests to become a sponsor or a sponsee. Hidden from recipients who have blocked the sender, who is not told.
  static let connectionRequests: Table = {
    var table = Table(
      "connection_requests",
      Table.synced([
        .uuid("sender").filled(.caller).required, .uuid("recipient").required, .text("asks_for").required,
        .text("note"), .text("status").required.usually("'pending'"), .timestamp("answered_at"),
      ]),
      policies: Policies(
        viewers: ["sender"], seen: forRecipient, seenBy: ["recipient"],
        inserted: "owner = auth.uid() and sender = auth.uid() and status = 'pending' and \(notBlocked("recipient"))",
        updated: "sender = auth.uid() or (\(forRecipient))"))
    table.indexes = [["sender", "rev"], ["recipient", "rev"]]
    table.checks = [
      .same("sender", "owner"), Check("recipient_is_another", "recipient <> sender"),
      .word("asks_for", ["sponsor", "sponsee"]), .length("note", 0...2_000),
      .word("status", ["pending", "accepted", "declined", "withdrawn"]),
    ]
    table.transitions = [
      .unchanged(["sender", "recipient", "asks_for", "note"], "A request that was sent stays as it is."),
      Transition(
        "answered_once", "old.status = 'pending' or new.status = old.status",
        refusal: "This request has been answered already."),
      Transition(
        "answered_by_recipient",
        "new.status = old.status or new.status not in ('accepted', 'declined') or new.recipient = auth.uid() "
          + "or auth.uid() is null", refusal: "Only the one who was asked can accept or decline."),
      Transition(
        "withdrawn_by_sender",
        "new.status = old.status or new.status <> 'withdrawn' or new.sender = auth.uid() or auth.uid() is null",
        refusal: "Only the one who asked can withdraw."),
    ]
    return table
  }()

  /// Connections, created by the person who accepted the request and ended once, by either.
  static let connections: Table = {
    let both = "sponsor = auth.uid() or sponsee = auth.uid()"
    var table = Table(
      "connections",
      Table.synced([
        .uuid("request").required.refers(to: "connection_requests"), .uuid("sponsor").required,
        .uuid("sponsee").required, .text("status").required.usually("'active'"), .timestamp("ended_at"),
        .uuid("ended_by"),
      ]),
      policies: Policies(
        viewers: ["sponsor", "sponsee"],
        inserted:
          "owner = auth.uid() and status = 'active' and ended_at is null and ended_by is null and exists (select 1 "
          + "from connection_requests as r where r.id = request and r.status = 'accepted' and r.recipient = auth.uid() "
          + "and ((r.asks_for = 'sponsor' and sponsor = r.recipient and sponsee = r.sender) "
          + "or (r.asks_for = 'sponsee' and sponsee = r.recipient and sponsor = r.sender)))", updated: both))
    table.uniques = [["request"]]
    table.indexes = [["sponsor", "rev"], ["sponsee", "rev"]]
    table.checks = [.word("status", ["active", "ended"]), Check("two_people", "sponsor <> sponsee")]
    table.transitions = [
      Transition("ended_once", "old.status = 'active'", refusal: "This connection has already been ended."),
      .unchanged(["request", "sponsor", "sponsee"], "A connection stays between the same two people."),
      Transition(
        "ended_by_oneself",
        "old.status = 'ended' or new.status = 'active' and new.ended_by is null or new.status = 'ended' and new.ended_by is not null "
          + "and new.ended_by = auth.uid() "
          + "or auth.uid() is null", refusal: "A connection is ended in one's own name."),
    ]
    return table
  }()

  /// The reason for ending a connection, visible to its author and to the server's operator.
  static let connectionFeedback = Table.owned(
    "connection_feedback", [.uuid("connection").required.refers(to: "connections"), .text("body").required],
    checks: [.length("body", 1...5_000)])

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
        viewers: ["sender"], seen: forRecipient, seenBy: ["recipient"],
        inserted:
          "owner = auth.uid() and sender = auth.uid() and delivered_at is null and read_at is null and "
          + "\(connected("recipient", and: " and c.id = connection")) and \(notBlocked("recipient"))",
        updated: forRecipient))
    table.indexes = [["sender", "rev"], ["recipient", "rev"], ["connection", "sent_at"]]
    table.checks = [
      .same("sender", "owner"), Check("recipient_is_another", "recipient <> sender"), .length("body", 1...10_000),
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
