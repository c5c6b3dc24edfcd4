internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Storage
internal import Sync

/// Checks the invariants after a run.
extension WorldRun {
  func check() async {
    var seen: Set<String> = []
    var waiting: [[ModelServer.Place: Bool]] = []
    for row in hosted.server.rows.values {
      for name in EntryContent.written { if let word = row.fields[name]?.string { seen.insert(word) } }
    }
    do throws(Problem) {
      for device in devices {
        guard let store = device.store else { continue }
        waiting.append(try await queue(device, store, &seen))
      }
      for (device, waiting) in zip(devices, waiting) {
        guard let store = device.store else { continue }
        try await compare(device, store, waiting)
      }
      try await checkWords(seen, waiting)
    } catch {
      report.stuck += 1
      report.findings.append("A store cannot be read: \(error.what)")
    }
  }

  /// Returns the places of queued changes, with true for a deletion, and adds the visible words to `seen`.
  private func queue(
    _ device: Device, _ store: Store, _ seen: inout Set<String>
  ) async throws(Problem) -> [ModelServer.Place: Bool] {
    var waiting: [ModelServer.Place: Bool] = [:]
    for change in try await store.outbox.changes() {
      let place = device.place(change.id, change.collection)
      waiting[place] = (waiting[place] ?? false) || change.kind == .delete
      if change.kind != .delete { seen.formUnion(WorldRun.words(change.fields)) }
      guard case .aside(let reason) = change.state else { continue }
      let isBad = WorldRun.words(change.fields).contains { $0.hasPrefix(World.poison) || $0.hasPrefix(World.breaking) }
      guard !isBad, !reason.hasPrefix("Tried three times"), !reason.hasPrefix("duplicate key") else { continue }
      report.stuck += 1
      report.findings.append("Device \(device.index) has set aside \(place.collection) \(change.id.short): \(reason)")
    }
    for conflict in try await store.outbox.conflicts() {
      seen.formUnion(WorldRun.words(conflict.mine ?? [:]))
      seen.formUnion(WorldRun.words(conflict.theirs ?? [:]))
    }
    for change in await held(device) {
      report.stuck += 1
      report.findings.append(
        "Device \(device.index) never sends \(change.kind) of \(change.collection) \(change.id.short)")
    }
    return waiting
  }

  static func words(_ fields: Fields) -> [String] {
    EntryContent.written.compactMap { if case .text(let word)? = fields[$0] { word } else { nil } }
  }

  /// Checks that every record without queued changes equals the server's.
  private func compare(
    _ device: Device, _ store: Store, _ waiting: [ModelServer.Place: Bool]
  ) async throws(Problem) {
    for kind in World.kinds {
      let name = kind.collection
      var missing = hosted.server.rows.filter {
        $0.key.collection == name && hosted.server.sees(device.person, $0.key, $0.value)
      }
      for record in try await store.records(of: name, newest: 10_000) {
        let place = device.place(record.id, name)
        let row = missing.removeValue(forKey: place)
        guard waiting[place] == nil else { continue }
        guard let row else {
          diverged(device, name, record.id, "the server has none, and here is \(WorldRun.words(record.fields))")
          continue
        }
        let theirs = kind.fields(of: row.fields)
        let differing = Merge.differing(record.fields, theirs)
        if !differing.isEmpty {
          diverged(
            device, name, record.id,
            "\(differing.joined(separator: ", ")): here \(WorldRun.words(record.fields)), there \(WorldRun.words(theirs))"
          )
        }
        if record.state != .clean { diverged(device, name, record.id, "it is unsent, and nothing waits") }
      }
      for (place, row) in missing.sorted(by: { $0.value.rev < $1.value.rev }) where waiting[place] == nil {
        diverged(
          device, name, device.across(place.id, name),
          "here is none, there \(WorldRun.words(row.fields.mapValues(Value.init)))")
      }
    }
  }

  private func diverged(_ device: Device, _ name: String, _ id: UUID, _ what: String) {
    report.diverged += 1
    report.findings.append("Device \(device.index), \(name) \(id.short): \(what)")
  }

  private func checkWords(_ seen: Set<String>, _ waiting: [[ModelServer.Place: Bool]]) async throws(Problem) {
    let rows = hosted.server.rows
    let isRestored = restores > 0
    func lost(_ seen: Set<String>) -> [(word: String, place: ModelServer.Place)] {
      lineage.lost(seen: seen) { place in
        rows[place] == nil || isRestored || waiting.contains { $0[place] == true }
      }
    }
    let suspected = lost(seen)
    guard !suspected.isEmpty else { return }
    // They may have lost a conflict and can be restored.
    var seen = seen
    for place in Set(lineage.words.values) {
      for device in devices {
        guard let shelf = device.shelves.first(where: { $0.name == place.collection }) else { continue }
        for fields in try await shelf.losers(device.across(place.id, place.collection)) {
          seen.formUnion(WorldRun.words(fields))
        }
      }
    }
    for (word, place) in lost(seen) {
      report.lost += 1
      report.findings.append("\(word) of \(place.collection) \(place.id.short) is nowhere")
    }
  }
}
