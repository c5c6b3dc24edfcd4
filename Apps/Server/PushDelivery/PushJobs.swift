internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Notices
internal import Outbox
internal import Push
internal import Relational
internal import ServerFunctions

// The work that the outbox carries: planning for a person, and sending to a device.
extension PushDelivery {
  // MARK: Planning

  func plan(for person: String) async throws(Problem) {
    do throws(Failure) {
      try await planned(for: person)
    } catch {
      throw Problem(
        "database", "The notifications of a person could not be planned (\(error.code)).", safe: "They wait.",
        remedy: "They are planned again by themselves.")
    }
  }

  private func planned(for person: String) async throws(Failure) {
    let date = now
    let now = PushDelivery.milliseconds(date)
    let since = PushDelivery.milliseconds(date.addingTimeInterval(-PushPlan.useful))
    let (devices, waiting, sent) = try await needs.database.look { session throws(Failure) in
      let sent = try PushTables.sent(to: person, since: since, session).map { one in
        NoticeEvent(one.id, kind: one.kind, at: Date(timeIntervalSince1970: Double(one.at) / 1000))
      }
      return (
        try PushTables.devices(of: person, session),
        try PushTables.waiting(person, most: PushDelivery.mostWaiting, session), sent
      )
    }
    guard !waiting.isEmpty else { return }
    let products = Set(devices.map(\.product))
    let candidates = try await reading.candidates(waiting, of: person, now: date)
      .filter { products.contains($0.source.product) }
    let ids = Set(sent.compactMap(\.id))
    // A device may have told of the same one. What it told first is what an echo repeats.
    let echoes = Set(candidates.lazy.filter(\.source.isEcho).map(\.name))
    let history = try await reading.history(of: person).filter { event in
      event.id.map { !ids.contains($0) && !echoes.contains($0) } ?? true
    }
    let plan = PushPlan(
      candidates, rules: try await reading.rules(of: person),
      zone: devices.first.flatMap { TimeZone(named: $0.zone) } ?? .gmt,
      // An echo is in the history as what the device told.
      sent: sent.filter { $0.id?.hasPrefix(ServerNotice.echoes) != true } + history, now: date)
    let known = Set(candidates.map(\.notice.id))
    let over = plan.finished + waiting.map(\.id).filter { !known.contains($0) }
    let outbox = needs.outbox
    let messages = plan.due.map { one in
      (one.notice.id, devices.filter { $0.product == one.source.product }.map { PushDelivery.payload(one, $0.id) })
    }
    let next = plan.next
    let isCrowded = try await needs.database.transact { session throws(Failure) in
      var (room, isCrowded) = (try outbox.room(for: person, of: Job.send, in: session), false)
      for id in over { _ = try PushTables.finish(id, isSent: false, at: now, session) }
      for (id, payloads) in messages {
        // Devices that take nothing must not fill the outbox; the inbox has what they miss.
        let hasRoom = payloads.count <= room
        isCrowded = isCrowded || !hasRoom
        // Of two jobs of one person that run at once, one sends it.
        guard try PushTables.finish(id, isSent: hasRoom, at: now, session), hasRoom else { continue }
        for payload in payloads { try outbox.post(Job.send, payload, of: person, in: session) }
        room -= payloads.count
      }
      try outbox.withdraw(Job.held, of: person, in: session)
      if let next { try outbox.post(Job.held, [:], of: person, due: next, in: session) }
      return isCrowded
    }
    if isCrowded { needs.log.warning("the outbox has no room for more of one person, and what is due was dropped") }
    await outbox.wake()
  }

  private static func payload(_ one: PushCandidate, _ device: String) -> JSON {
    [
      "device": .string(device), "id": .string(one.name), "title": .string(one.source.title),
      "body": .string(one.source.body), "link": .string(one.source.link), "topic": .string(one.source.kind.id),
      "isUrgent": .bool(one.source.kind.priority == .high), "isEcho": .bool(one.source.isEcho),
      "expires": .number(one.notice.expires?.timeIntervalSince1970 ?? 0), "try": 1,
    ]
  }

  // MARK: Sending

  func send(_ payload: JSON, to person: String) async throws(Problem) {
    guard let id = payload["device"]?.string, var message = message(payload) else { return }
    let isSignedIn = needs.isSignedIn
    let device: PushTables.Device?
    do throws(Failure) {
      device = try await needs.database.look { session throws(Failure) in
        guard let device = try PushTables.device(id, session), device.person == person else { return nil }
        // Nothing is sent to a device that was signed out from elsewhere.
        return try device.session.map { one throws(Failure) in try isSignedIn(one, session) } ?? true ? device : nil
      }
    } catch {
      throw .databaseAway(error)
    }
    guard let device, let json = sealing.open(device.address, of: device.id, "push"), let place = PushPlace(json)
    else { return }
    message.link = place.address.link(to: message.link)
    message.topic = message.topic.map { place.address.topic($0, of: device.id) }
    if let key = place.key, let end = payload["expires"]?.number.flatMap({ Int(exactly: $0.rounded(.down)) }) {
      try message.sign(with: key, until: end)
    }
    switch try await carrier.send(message, to: place.address) {
    case .taken: return
    case .gone: try await change { session throws(Failure) in try PushTables.removeGone(device, session) }
    case .later(let seconds): try await postpone(payload, for: person, by: seconds)
    case .unauthorized:
      needs.log.warning("a push service refuses the server's key")
      throw Problem(
        "service-key", "The push service refused the server's key.", safe: "The notification waits.",
        remedy: "Check the key in the file that --push names.")
    case .refused(let why): needs.log.warning("a push service refused a notification: \(open: why)")
    }
  }

  private func message(_ payload: JSON) -> PushMessage? {
    guard let id = payload["id"]?.string, let title = payload["title"]?.string, let body = payload["body"]?.string,
      let link = payload["link"]?.string
    else { return nil }
    let left = (payload["expires"]?.number ?? 0) - now.timeIntervalSince1970
    guard left > 0 else { return nil }
    var message = PushMessage(
      id: id, title: title, body: body, link: link, urgency: payload["isUrgent"]?.bool == true ? .high : .normal,
      lifetime: Int(left), topic: payload["topic"]?.string)
    message.channel = payload["topic"]?.string
    message.isEcho = payload["isEcho"]?.bool ?? false
    return message
  }

  /// Sends to this device again when the service says, a few times at most.
  private func postpone(_ payload: JSON, for person: String, by seconds: Int) async throws(Problem) {
    let tries = payload["try"]?.number.flatMap { Int(exactly: $0) } ?? 1
    let due = now.addingTimeInterval(Double(seconds))
    // It is not kept for a time at which it is of no use.
    guard tries < PushDelivery.mostTries, due.timeIntervalSince1970 < payload["expires"]?.number ?? 0,
      var members = payload.object
    else { return }
    members["try"] = .number(Double(tries + 1))
    let (outbox, again) = (needs.outbox, JSON.object(members))
    try await change { session throws(Failure) in try outbox.post(Job.send, again, of: person, due: due, in: session) }
    await outbox.wake()
  }

  private func change(_ body: @escaping @Sendable (any Session) throws(Failure) -> Void) async throws(Problem) {
    do throws(Failure) { try await needs.database.transact(body) } catch { throw .databaseAway(error) }
  }
}

extension Problem {
  fileprivate static func databaseAway(_ failure: Failure) -> Problem {
    Problem(
      "database", "The database did not answer (\(failure.code)).", safe: "The notification waits.",
      remedy: "It is sent again by itself.")
  }
}
