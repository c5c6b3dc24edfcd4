internal import Kernel
internal import Relational

/// Messages between instances on one database.
extension Hub {
  func begin(_ bus: any Bus) {
    let messages = bus.messages.listen()
    stand { hub in await messages.hear { news in await hub.hear(bus: news) } }
    // Bounded: a slow bus drops new messages and never blocks the hub.
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingOldest(4096))
    outgoing = continuation
    let log = log
    stand { _ in
      for await message in stream {
        do throws(Problem) { try await bus.publish(message) } catch {
          log.warning("other instances were not told something: \(code: error)")
        }
      }
    }
    publish(.hello)
  }

  func publish(_ message: BusMessage) {
    guard let outgoing else { return }
    if case .dropped = outgoing.yield(message.bytes(from: instance)) {
      log.warning("other instances were not told something: too much waits for the bus")
    }
  }

  func hear(bus news: News<[UInt8]>) {
    switch news {
    case .missed:
      // Presence of other instances may have changed meanwhile.
      publish(.hello)
    case .said(let bytes):
      guard let (from, message) = BusMessage.read(bytes), from != instance else { return }
      let isKnown = heard.updateValue(Int(beaten), forKey: from) != nil
      take(message, from: from, isKnown: isKnown)
    }
  }

  private func take(_ message: BusMessage, from other: String, isKnown: Bool) {
    switch message {
    case .alive: if !isKnown { publish(.hello) }
    case .hello: tellAll()
    case .gone: forget(other)
    case .broadcast(let name, let payload):
      if let room = rooms[name] { spread("broadcast", payload, in: room) }
    case .track(let name, let key, let member, let ref, let content):
      guard key.utf8.count <= limits.presenceKey, content.count <= limits.presence else { return }
      let room = rooms[name] ?? Room(name)
      guard room.presence.keyCount < limits.presenceKeys || room.presence.has(key) else { return }
      rooms[name] = room
      let who = Presence.Who(instance: other, member: member)
      if let diff = room.presence.track(key, who, ref: ref, content: content) { tell(diff, in: room) }
    case .untrack(let name, let member):
      guard let room = rooms[name] else { return }
      if let diff = room.presence.untrack(.init(instance: other, member: member)) { tell(diff, in: room) }
      if room.isEmpty { rooms[name] = nil }
    }
  }

  /// Sends this instance's presence to the others.
  private func tellAll() {
    publish(.alive)
    for room in rooms.values {
      for (key, meta) in room.presence.all(of: instance) {
        publish(.track(room.name, key: key, member: meta.who.member, ref: meta.ref, content: meta.content))
      }
    }
  }

  func tickBus(_ second: Int) {
    guard outgoing != nil else { return }
    if second % max(1, limits.silence / 3) == 0 { publish(.alive) }
    for (other, last) in heard where second - last > limits.silence { forget(other) }
  }

  private func forget(_ other: String) {
    heard[other] = nil
    for room in rooms.values {
      if let diff = room.presence.leave(other) { tell(diff, in: room) }
      if room.isEmpty { rooms[room.name] = nil }
    }
  }
}
