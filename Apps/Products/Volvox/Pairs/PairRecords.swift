internal import Interface
internal import Peers
package import ProductKit
internal import Storage

/// The synced records of matching and connections. Requests and connections are made by the server's functions, and
/// devices only receive them.
package enum PairRecords {
  package static let all = [cards, blocks, requests, connections, checkIns]

  /// The part of a profile that matching may show, kept by its owner beside the profile. Nobody else reads the row: the
  /// function `matches` answers the cards of those who may be suggested.
  static let cards = SyncedRecord(
    MatchingCard.self, one: "matching card", many: "matching cards", icon: .people, priority: .background,
    conflicts: .newest, isNamed: true,
    columns: [
      .unread(.owner("person")),
      .text(.name, "Name", length: 1...100).required,
      .text(.role, "Role", length: 1...20).required.check("role_known", "role in ('sponsor', 'sponsee', 'both')")
        .example(.text("sponsor")),
      .text(.programme, "Recovery programme", length: 1...100),
      .date(.soberSince, "Sober since"),
      .text(.region, "Location", length: 1...200),
      .texts(.availability, "Availability", size: 1_000),
      .text(.bio, "About me", length: 0...2_000),
      .text(.looksFor, "Looks for", length: 0...2_000),
      .boolean(.isVisible, "Shown to others").required.usually(false),
      .json(.preferences, .hidden, size: 10_000),
    ],
    rules: [
      .onePerOwner, .soberDate(.soberSince), .line(.name, "A name"),
      // The order in which the function reads the cards of one role, of one programme or of all.
      .index(.isVisible, .role, .programme, .id), .index(.isVisible, .role, .id),
    ])

  /// Blocked people. Visible to the owner only: the blocked person is not told.
  static let blocks = SyncedRecord(
    PersonBlock.self, one: "blocked person", many: "blocked people", icon: .lock, priority: .done, conflicts: .newest,
    columns: [
      .uuid(.blocked, .hidden).required.check("blocked_is_another", "blocked <> owner"),
      .unread(.text("reason", .hidden, length: 0...2_000)),
    ],
    rules: [.unique(perOwner: .blocked), .index(.blocked)])

  /// Requests to become a sponsor or a sponsee. Hidden from recipients who have blocked the sender, who is not told. Only
  /// the function `connection` makes and accepts them, since it alone knows the gates, the blocks and the room of both people.
  static let requests = SyncedRecord(
    ConnectionRequest.self, one: "connection request", many: "connection requests", icon: .link,
    priority: .background, conflicts: .server,
    access: .people(
      [.sender], seen: forRecipient(), seenBy: [.recipient], sources: VolvoxTables.blocking("sender"),
      updated: RecordSQL(stringLiteral: "sender = auth.uid() or (\(forRecipientText))"),
      updatedTo: RecordSQL(stringLiteral: "status <> 'accepted' and (sender = auth.uid() or (\(forRecipientText)))")),
    columns: [
      .owner(.sender),
      .uuid(.recipient, .hidden).required.check("recipient_is_another", "recipient <> sender"),
      .word(.asksFor, "Asks for", of: ConnectionRequest.Wish.self).required,
      .text(.note, "Message", length: 0...2_000),
      .word(.status, "Status", of: ConnectionRequest.Status.self).required.usually(ConnectionRequest.Status.pending),
      .timestamp(.answeredAt, "Answered"),
      .timestamp(.sentAt, "Sent").filled(.now).required,
      // What no other request may claim at the same time: the two people, or a place of the sponsor.
      .unread(.text("claim", .hidden, length: 1...100)),
    ],
    rules: [
      .unique(unread: "claim"), .index(.sender, .recipient), .index(.recipient, .sender),
      .transition(
        "claimed_by_server", "auth.uid() is null or new.claim = old.claim or new.claim is null and old.claim is null",
        refusal: "A request that was sent stays as it is."),
      .unchanged(
        .sender, .recipient, .asksFor, .note, .sentAt, refusal: "A request that was sent stays as it is."),
      .transition(
        "answered_once", "old.status = 'pending' or new.status = old.status",
        refusal: "This request has been answered already."),
      .transition(
        "answered_by_recipient",
        "new.status = old.status or new.status not in ('accepted', 'declined') or new.recipient = auth.uid() or auth.uid() is null",
        refusal: "Only the one who was asked can accept or decline."),
      .transition(
        "withdrawn_by_sender",
        "new.status = old.status or new.status <> 'withdrawn' or new.sender = auth.uid() or auth.uid() is null",
        refusal: "Only the one who asked can withdraw."),
    ])

  /// Connections, made by the function `connection` for the person who accepted the request, and ended once, by either.
  /// Nobody else makes one: a policy sees neither the blocks of the other person nor the room of a sponsor.
  static let connections = SyncedRecord(
    SponsorConnection.self, one: "connection", many: "connections", icon: .link, priority: .background,
    conflicts: .server,
    access: .people(
      [.sponsor, .sponsee], updated: "sponsor = auth.uid() or sponsee = auth.uid()"),
    columns: [
      .uuid(.request, .hidden, to: requests, of: .anyone).required,
      .uuid(.sponsor, .hidden).required,
      .uuid(.sponsee, .hidden).required.check("two_people", "sponsor <> sponsee"),
      .word(.status, "Status", of: SponsorConnection.Status.self).required.usually(SponsorConnection.Status.active),
      .timestamp(.beganAt, "Began").filled(.now).required,
      .timestamp(.endedAt, "Ended"),
      .uuid(.endedBy, .hidden),
    ],
    rules: [
      .unique(.request), .index(.sponsor, .sponsee), .index(.sponsee, .sponsor),
      .transition("ended_once", "old.status = 'active'", refusal: "This connection has already been ended."),
      .unchanged(
        .request, .sponsor, .sponsee, .beganAt, refusal: "A connection stays between the same two people."),
      .transition(
        "ended_by_oneself",
        """
        old.status = 'ended' or new.status = 'active' and new.ended_by is null or new.status = 'ended' \
        and new.ended_by is not null and new.ended_by = auth.uid() or auth.uid() is null
        """, refusal: "A connection is ended in one's own name."),
    ])

  /// Planned check-ins of two connected people. Whoever planned one may take it back.
  static let checkIns = SyncedRecord(
    SharedCheckIn.self, one: "planned check-in", many: "planned check-ins", icon: .calendar, priority: .done,
    conflicts: .server,
    access: .people(
      [.planner, .partner],
      inserted: RecordSQL(
        stringLiteral: "owner = auth.uid() and planner = auth.uid() and "
          + VolvoxTables.connected("partner", and: " and c.id = connection")),
      updated: "owner = auth.uid()", deleted: "owner = auth.uid()"),
    columns: [
      .uuid(.connection, .hidden, to: connections, of: .anyone).required,
      .owner(.planner),
      .uuid(.partner, .hidden).required.check("partner_is_another", "partner <> planner"),
      .timestamp(.plannedAt, "Time").required,
    ],
    rules: [
      .unchanged(.connection, .planner, .partner, refusal: "A planned check-in stays between the same two people.")
    ])

  private static let forRecipientText = "recipient = auth.uid() and \(VolvoxTables.notBlocked("sender"))"
  private static func forRecipient() -> RecordSQL<ConnectionRequest.CodingKeys> {
    RecordSQL(stringLiteral: forRecipientText)
  }
}

extension RecordRule {
  /// A sober date is no later than today, wherever on earth it is entered.
  static func soberDate(_ key: Key) -> RecordRule {
    .requirement(
      "sober_date_is_past", "new.\(key) is null or new.\(key) <= sync.tomorrow()",
      refusal: "A sober date cannot be in the future.")
  }

  /// A text of one line that is shown as it is written.
  static func line(_ key: Key, _ what: String) -> RecordRule {
    .requirement(
      "\(key.rawValue)_is_a_line", "new.\(key) is null or sync.is_line(new.\(key))",
      refusal: "\(what) cannot have characters that cannot be shown.")
  }
}
