internal import Kernel
internal import Relational
internal import Tokens
internal import Transport

/// Sends database changes to the members who listen to them and may see them.
extension Hub {
  /// The key of listeners to all tables.
  private static let everything = ""

  // MARK: Listeners

  func listen(_ member: ChannelMember) {
    for table in Set(member.listenings.map { $0.table ?? Hub.everything }) {
      listeners[table, default: [:]][member.hearer, default: [:]][member.number] = member
    }
  }

  func unlisten(_ member: ChannelMember) {
    for table in Set(member.listenings.map { $0.table ?? Hub.everything }) {
      listeners[table]?[member.hearer]?[member.number] = nil
      if listeners[table]?[member.hearer]?.isEmpty == true { listeners[table]?[member.hearer] = nil }
      if listeners[table]?.isEmpty == true { listeners[table] = nil }
    }
  }

  private var wanted: Set<String> {
    listeners[Hub.everything] == nil
      ? alwaysWatched.union(listeners.keys) : Set(database.schema.tables.keys)
  }

  /// Makes the database watch the tables that have listeners or are always watched, one call after another. The task ends when it does.
  @discardableResult
  func watch() -> Task<Void, Never> {
    if let watching { return watching }
    let task = Task {
      while watched != wanted {
        let tables = wanted
        await database.watch(tables)
        watched = tables
      }
      watching = nil
    }
    watching = task
    return task
  }

  // MARK: Change delivery

  func hear(_ news: News<[RowChange]>) async {
    switch news {
    case .said(let changes): await tell(changes)
    case .missed: tellMissed()
    }
  }

  /// Some changes were missed: tells every listener to pull again, as they do after every `ok`.
  private func tellMissed() {
    log.warning("changes were missed; everybody who listens is told to pull again")
    for room in rooms.values {
      for member in room.members.values where !member.listenings.isEmpty {
        system(member, ok: false, "Changes were missed: what is shown may be out of date")
        system(member, ok: true, "Subscribed to PostgreSQL")
      }
    }
  }

  private func tell(_ changes: [RowChange]) async {
    let seen = await RowVisibility(changes, self)
    var told = figures.said
    for change in changes {
      guard let table = database.schema.tables[change.table] else { continue }
      tell(change, of: table, seen)
      // Lets the loop serve other clients during a large batch.
      guard figures.said - told > 1000 else { continue }
      told = figures.said
      await Task.yield()
    }
  }

  private func tell(_ change: RowChange, of table: Table, _ seen: RowVisibility) {
    let fields = ChangeFields(change)
    let text = ChangeText(change, columns: columns(of: table), key: table.key.first ?? "id")
    var frames: [Addressed: PreparedMessage] = [:]
    for group in groups(for: change, of: table, fields) where seen.sees(group.hearer, change) {
      for member in group.members.values {
        let ids = member.bindings(for: change, fields)
        guard !ids.isEmpty else { continue }
        let address = Addressed(room: ObjectIdentifier(member.room), wire: member.client.wire, ids: ids)
        let message =
          frames[address]
          ?? PreparedMessage(
            text: member.client.wire.frame(
              topic: member.room.topic, event: "postgres_changes", payload: text.payload(ids)))
        frames[address] = message
        tell(member.client, message)
      }
    }
  }

  /// The key of members who receive equal frames.
  private struct Addressed: Hashable {
    let room: ObjectIdentifier
    let wire: FrameSerializer
    let ids: [Int]
  }

  /// Returns the listeners who may receive a change at all: few when only some people may see the row, however many
  /// listen.
  func groups(
    for change: RowChange, of table: Table, _ fields: ChangeFields
  ) -> [(hearer: Hearer, members: [Int: ChannelMember])] {
    let hearers = hearers(of: change, in: table, fields)
    let own = chosen(listeners[change.table], hearers)
    let all = chosen(listeners[Hub.everything], hearers)
    // A member that listens to this table and to all tables receives one frame.
    return own.merging(all) { $0.merging($1) { member, _ in member } }.map { ($0.key, $0.value) }
  }

  /// Returns the possible hearers; nil when it may be anybody.
  private func hearers(of change: RowChange, in table: Table, _ fields: ChangeFields) -> Set<Hearer>? {
    var hearers = Set(change.viewers.map { Hearer.person($0) })
    if change.isForViewersOnly { return hearers }
    hearers.insert(.service)
    guard table.policies.seen != nil, change.kind != .delete else { return hearers }
    guard let columns = table.policies.seenBy else { return nil }
    for column in columns {
      if let field = fields.all[column], let person = JSONSlices.string(field) { hearers.insert(.person(person)) }
    }
    return hearers
  }

  private func chosen(_ groups: [Hearer: [Int: ChannelMember]]?, _ hearers: Set<Hearer>?) -> [Hearer: [Int:
    ChannelMember]]
  {
    guard let groups else { return [:] }
    guard let hearers else { return groups }
    var chosen: [Hearer: [Int: ChannelMember]] = [:]
    for hearer in hearers { if let members = groups[hearer] { chosen[hearer] = members } }
    return chosen
  }

  private func columns(of table: Table) -> [UInt8] {
    if let made = columns[table.name] { return made }
    let made = ChangeText.columns(of: table)
    columns[table.name] = made
    return made
  }
}
