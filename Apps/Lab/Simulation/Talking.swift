internal import FoundationEssentials
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

  /// A message of the conversation, with its place and its times.
  private struct Placed {
    let place: Int
    let written: Date?
    let inserted: Date?

    /// Whether its clock was ahead, and the server has taken it only after `answer`: it had failed, or was lost in a restore
    /// and sent again. Then the server's time puts it below.
    func isLate(for answer: Placed) -> Bool {
      guard let written, let inserted, let other = answer.inserted else { return false }
      return inserted > other && written.timeIntervalSince(inserted) > World.mostAhead
    }
  }

  private static func instant(_ value: Value?) -> Date? {
    switch value {
    case .date(let date)?: date
    case .text(let text)?: Moment.date(text)
    default: nil
    }
  }

  /// The conversation in its order: by the bounded time, then as it was written.
  private static func placed(_ found: [Plain]) -> [UUID: Placed] {
    func order(_ message: Plain) -> (Date, Date, String) {
      (message.when, instant(message.fields["at"]) ?? message.when, message.id.uuidString)
    }
    let sorted = found.sorted { order($0) < order($1) }
    return Dictionary(
      uniqueKeysWithValues: sorted.enumerated().map { place, message in
        (
          message.id,
          Placed(
            place: place, written: instant(message.fields["at"]), inserted: instant(message.fields[Fields.insertion]))
        )
      })
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
        let placed = WorldRun.placed(found)
        for (id, before) in answered {
          guard let answer = placed[id] else { continue }
          let late = before.filter { placed[$0].map { $0.place > answer.place && !$0.isLate(for: answer) } ?? false }
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
