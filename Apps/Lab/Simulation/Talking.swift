internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Storage

/// Two people who send each other messages, in their order.
extension WorldRun {
  /// Sends a message that is dated after everything the device has of the conversation, whichever clock is ahead.
  func say(_ device: Device, _ store: Store) async throws(Problem) {
    let known = try await store.records(of: MessagesCollection.name, newest: 10_000)
    var at = moment(device)
    if bug != .clockTrusted, let last = known.map(\.when).max(), last >= at { at = last.addingTimeInterval(0.001) }
    let id = uuid()
    answered[id] = Set(known.map(\.id))
    let content = EntryContent(at: at, a: word(device), slug: device.partner.uuidString.lowercased())
    try await save(content, id, World.messages, device, over: [])
    count("messages")
    if !known.isEmpty { count("answers") }
  }

  /// The server was replaced by an older copy. A message that it has lost and whose clock is ahead gets a later time of
  /// insertion when it is sent again, so no place is promised to it any more.
  func forgetLost(of server: ModelServer, after copy: ModelServer) {
    for (place, row) in server.rows where place.collection == MessagesCollection.name && copy.rows[place] == nil {
      guard let at = row.fields["at"]?.string.flatMap(Moment.date),
        let inserted = row.fields["created_at"]?.string.flatMap(Moment.date),
        at.timeIntervalSince(inserted) > World.mostAhead
      else { continue }
      displaced.insert(place.id)
    }
  }

  /// The order of a conversation: by the bounded time, then as it was written.
  private static func order(_ message: Plain) -> (Date, Date, String) {
    let written: Date? = if case .date(let at)? = message.fields["at"] { at } else { nil }
    return (message.when, written ?? message.when, message.id.uuidString)
  }

  /// Checks that every device has each message once, after those that its sender had when it was written.
  func checkMessages() async {
    do throws(Problem) {
      for device in devices {
        guard let store = device.store else { continue }
        let found = try await store.records(of: MessagesCollection.name, newest: 10_000)
        let words = found.flatMap { WorldRun.words($0.fields) }
        if Set(words).count != words.count {
          report.doubled += 1
          report.findings.append("Device \(device.index) has a message twice")
        }
        let sorted = found.sorted { WorldRun.order($0) < WorldRun.order($1) }
        let places = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1.id, $0) })
        for (id, all) in answered {
          let before = all.subtracting(displaced)
          guard let place = places[id] else { continue }
          let late = before.filter { places[$0].map { $0 > place } ?? false }
          guard !late.isEmpty else { continue }
          report.disordered += 1
          report.findings.append("Device \(device.index): message \(id.short) stands before what it answers")
        }
      }
    } catch {
      report.stuck += 1
      report.findings.append("A store cannot be read: \(error.what)")
    }
  }
}
