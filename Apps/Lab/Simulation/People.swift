internal import FoundationEssentials
internal import Kernel
internal import Storage
internal import Sync

/// Simulates users at a device.
extension WorldRun {
  /// Performs one random action, whatever else is in progress. The caller informs the planner.
  func act(_ device: Device) async {
    guard let store = device.store else { return }
    do throws(Problem) {
      if talks, chance(0.3) { return try await say(device, store) }
      switch number(0...99) {
      case 0..<38: try await insert(device, store)
      case 38..<66: try await edit(device, store)
      case 66..<74: try await delete(device, store)
      case 74..<79: try await undo(device, store)
      case 79..<89: try await decide(device, store)
      default: try await tidy(device, store)
      }
    } catch {
      note("d\(device.index) problem \(error.code)")
      count("saves refused")
      if device.isDoomed { await restart(device) }
    }
  }

  func word(_ device: Device) -> String {
    device.written += 1
    return "d\(device.index)w\(device.written)"
  }

  func moment(_ device: Device) -> Date {
    Date(timeIntervalSince1970: (device.now.timeIntervalSince1970 * 1000).rounded() / 1000)
  }

  // MARK: Record changes

  private func insert(_ device: Device, _ store: Store) async throws(Problem) {
    let shelf = number(0...World.lastEdited)
    switch shelf {
    case 3: return try await set(device, store)
    case 4: return try await write(device)
    case 5: return try await mute(device, store)
    default: break
    }
    let id = uuid()
    var content = EntryContent(at: moment(device), a: word(device))
    if chance(0.5) { content.b = word(device) }
    if chance(0.07) { content.a = World.poison + content.a }
    if chance(0.03), let b = content.b { content.b = World.breaking + b }
    if shelf == 1, chance(0.3) { content.slug = "s\(number(0...3))" }
    try await save(content, id, shelf, device, over: [])
  }

  /// Writes a letter to the other person.
  private func write(_ device: Device) async throws(Problem) {
    let content = EntryContent(at: moment(device), a: word(device), slug: device.partner.uuidString.lowercased())
    try await save(content, uuid(), 4, device, over: [])
    count("letters")
  }

  /// Mutes the other person, or ends that.
  private func mute(_ device: Device, _ store: Store) async throws(Problem) {
    let slug = device.partner.uuidString.lowercased()
    let found = try await store.records(of: MutesCollection.name, newest: 30)
    if let made = found.first(where: { $0.fields["slug"] == .text(slug) }) {
      return try await delete(5, made.id, device)
    }
    try await save(EntryContent(at: moment(device), a: word(device), slug: slug), uuid(), 5, device, over: [])
    count("mutes")
  }

  /// Changes a setting. Each exists once; the first device to use it creates it.
  private func set(_ device: Device, _ store: Store) async throws(Problem) {
    let id = ID<SimulatedEntry<SettingsCollection>>(named: World.settings[number(0...World.settings.count - 1)]).uuid
    let before = try await device.shelves[3].opened(id)?.content
    let clock = HybridClock(
      at: device.now, after: before?.clock.flatMap { HybridClock($0) }, device: device.person.mixed(device.index))
    let content = EntryContent(at: moment(device), a: word(device), clock: clock.text)
    if before == nil { lineage.decide(device.place(id, SettingsCollection.name)) }
    try await save(content, id, 3, device, over: before?.words ?? [])
  }

  func save(
    _ content: EntryContent, _ id: UUID, _ shelf: Int, _ device: Device, over older: [String]
  ) async throws(Problem) {
    note("d\(device.index) saves \(device.shelves[shelf].name) \(id.short) \(content.words.joined(separator: " "))")
    let fresh = content.words.filter { !older.contains($0) }
    for word in fresh { lineage.tries(word, over: older.filter { !content.words.contains($0) }) }
    try await device.shelves[shelf].save(content, id, over: .anything)
    for word in fresh { lineage.wrote(word, at: device.place(id, World.names[shelf])) }
    count("saves")
  }

  /// Returns a random record, preferring new ones.
  private func anyRecord(_ device: Device, _ store: Store) async throws(Problem) -> (shelf: Int, id: UUID)? {
    let shelf = number(0...World.lastEdited)
    let found = try await store.records(of: World.names[shelf], newest: chance(0.5) ? 3 : 30)
    // What others wrote can be read only.
    let own = Value.text(device.person.uuidString.lowercased())
    return pick(found.filter { shelf != 4 || $0.fields["slug"] != own }).map { (shelf, $0.id) }
  }

  private func edit(_ device: Device, _ store: Store) async throws(Problem) {
    guard let (shelf, id) = try await anyRecord(device, store) else { return }
    guard shelf != 3 else { return try await set(device, store) }
    guard let (before, version) = try await device.shelves[shelf].opened(id) else { return }
    var content = before
    var fresh: [(word: String, over: [String])] = []
    if chance(0.6) || before.a.hasPrefix(World.poison) {
      content.a = word(device)
      fresh.append((content.a, [before.a]))
    } else {
      content.b = word(device)
      fresh.append((content.b ?? "", [before.b].compactMap(\.self)))
    }
    note("d\(device.index) edits \(World.names[shelf]) \(id.short) \(fresh[0].word)")
    for (word, over) in fresh { lineage.tries(word, over: over) }
    try await device.shelves[shelf].save(content, id, over: chance(0.5) ? .version(version) : .anything)
    for (word, _) in fresh { lineage.wrote(word, at: device.place(id, World.names[shelf])) }
    count("edits")
  }

  private func delete(_ device: Device, _ store: Store) async throws(Problem) {
    guard let (shelf, id) = try await anyRecord(device, store) else { return }
    try await delete(shelf, id, device)
  }

  private func delete(_ shelf: Int, _ id: UUID, _ device: Device) async throws(Problem) {
    guard let (content, _) = try await device.shelves[shelf].opened(id) else { return }
    let deletion = word(device)
    note("d\(device.index) deletes \(World.names[shelf]) \(id.short) \(deletion)")
    let place = device.place(id, World.names[shelf])
    lineage.tries(deletion, over: content.words, deletes: place)
    try await device.shelves[shelf].delete(id)
    lineage.deleted(deletion, at: place)
    device.deleted.append((shelf, id, content))
    count("deletes")
  }

  /// Restores the record deleted last, as after a mistake.
  private func undo(_ device: Device, _ store: Store) async throws(Problem) {
    guard let (shelf, id, before) = device.deleted.popLast(),
      try await device.shelves[shelf].opened(id) == nil
    else { return }
    var content = before
    content.a = word(device)
    note("d\(device.index) undoes \(World.names[shelf]) \(id.short) \(content.a)")
    let place = device.place(id, World.names[shelf])
    lineage.decide(place)
    try await device.shelves[shelf].save(content, id, over: .nothing)
    lineage.wrote(content.a, at: place)
    count("undone")
  }

  // MARK: Conflicts and set-aside changes

  func decide(_ device: Device, _ store: Store, mayIgnore: Bool = true) async throws(Problem) {
    guard let conflict = try await store.outbox.conflicts().first, !mayIgnore || chance(0.7) else { return }
    let place = device.place(conflict.id, conflict.collection)
    var resolution = pick([Resolution.mine, .theirs]) ?? .mine
    if let merge = Merge(conflict), chance(0.5) { resolution = .merged(merge.choosing(chance(0.5) ? .mine : .theirs)) }
    let word =
      switch resolution {
      case .mine: "mine"
      case .theirs: "theirs"
      case .merged: "merged"
      }
    note("d\(device.index) decides \(place.collection) \(conflict.id.short) \(word)")
    if conflict.mine == nil || conflict.theirs == nil { lineage.decide(place) }
    try await store.outbox.resolve(conflict.op, resolution)
    count("decided")
  }

  /// Retries, corrects or discards a set-aside change; sometimes discards a queued one.
  func tidy(_ device: Device, _ store: Store, mayIgnore: Bool = true) async throws(Problem) {
    let changes = try await store.outbox.changes()
    let aside = changes.filter { if case .aside = $0.state { true } else { false } }
    let choice = mayIgnore && chance(0.1) ? pick(changes.filter { $0.state != .claimed }) : aside.first
    guard let change = choice else { return }
    switch mayIgnore ? number(0...3) : number(0...2) {
    case 0:
      note("d\(device.index) tries \(change.id.short) again")
      try await store.outbox.retry(change.op)
      count("retried")
    case 1:
      guard let shelf = World.names.firstIndex(of: change.collection),
        let (before, _) = try await device.shelves[shelf].opened(change.id)
      else { fallthrough }
      var content = before
      content.a = word(device)
      content.b = nil
      content.slug = nil
      note("d\(device.index) mends \(change.id.short) \(content.a)")
      lineage.tries(content.a, over: before.words)
      try await device.shelves[shelf].save(content, change.id, over: .anything)
      lineage.wrote(content.a, at: device.place(change.id, change.collection))
      count("mended")
    case 2:
      let queue = changes.filter { $0.id == change.id && $0.collection == change.collection }
      let dropped = queue.drop { $0.op != change.op }
      // A change being sent cannot be discarded, so none is.
      guard !dropped.contains(where: { $0.state == .claimed }) else { return }
      note("d\(device.index) gives up \(change.id.short)")
      for one in dropped {
        lineage.discard(one.fields.values.compactMap { if case .text(let text) = $0 { text } else { nil } })
        if one.kind == .delete { lineage.decide(device.place(one.id, one.collection)) }
      }
      try await store.outbox.discard(change.op)
      count("discarded")
    default: break
    }
  }
}

extension UUID {
  /// Derives the identifier of one of a person's devices.
  func mixed(_ index: Int) -> UUID {
    var bytes = uuid
    bytes.0 ^= UInt8(truncatingIfNeeded: index &+ 1)
    return UUID(uuid: bytes)
  }
}
