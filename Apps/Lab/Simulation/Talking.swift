internal import FoundationEssentials
internal import Kernel
internal import Storage

/// Two people who send each other messages, in their order.
extension WorldRun {
  /// The difference of clocks that a message makes up for, as Messaging does.
  private static let mostAhead: TimeInterval = 600

  /// Sends a message that is dated after everything the device has of the conversation.
  func say(_ device: Device, _ store: Store) async throws(Problem) {
    let known = try await store.records(of: MessagesCollection.name, newest: 10_000)
    let now = moment(device)
    // What is dated far ahead is not followed, so nothing is promised after it.
    let near = known.filter { $0.when.timeIntervalSince(now) <= WorldRun.mostAhead }
    var at = now
    if bug != .clockTrusted, let last = known.map(\.when).max(), last >= now,
      last.timeIntervalSince(now) <= WorldRun.mostAhead
    {
      at = last.addingTimeInterval(0.001)
    }
    let id = uuid()
    answered[id] = near.count == known.count ? Set(known.map(\.id)) : []
    let content = EntryContent(at: at, a: word(device), slug: device.partner.uuidString.lowercased())
    try await save(content, id, World.messages, device, over: [])
    count("messages")
    if !known.isEmpty { count("answers") }
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
        let sorted = found.sorted { ($0.when, $0.id.uuidString) < ($1.when, $1.id.uuidString) }
        let places = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1.id, $0) })
        for (id, before) in answered {
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
