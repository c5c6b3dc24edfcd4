internal import FoundationEssentials
internal import JSON
internal import Sync
internal import SyncWire

/// Transmits messages between device and server and applies them.
extension WorldRun {
  // MARK: Sending

  /// Sends a push. Returns immediate orders of the planner: none, except with an injected bug.
  func send(_ push: Push, _ device: Device) -> [Planner.Order] {
    var entries = push.entries
    if bug == .freshOperation {
      entries = entries.map { entry in
        let op = uuid()
        origins[op] = entry.op
        return Push.Entry(
          op: op, collection: entry.collection, id: entry.id, kind: entry.kind, base: entry.base, fields: entry.fields,
          editedAt: entry.editedAt)
      }
    }
    send(.push(Push(device: push.device, epoch: push.epoch, entries: entries)), device, isPush: true)
    guard bug == .acknowledgedWhenSent else { return [] }
    device.current = nil
    let answer = PushAnswer(
      epoch: push.epoch ?? hosted.server.epoch,
      results: entries.map { PushAnswer.Result(op: $0.op, outcome: .applied(rev: $0.base ?? "0")) })
    return device.planner.receive(.pushed(Answered(.success(answer))), at: device.now)
  }

  func send(_ body: Flight.Body, _ device: Device, isPush: Bool) {
    numbers += 1
    device.current = (numbers, isPush, time + 30)
    if case .push(let push) = body {
      count("pushes")
      note(
        "d\(device.index) push \(numbers): \(push.entries.map { "\($0.kind) \($0.id.short)" }.joined(separator: ", "))")
    } else {
      count("pulls")
      note("d\(device.index) pull \(numbers)")
    }
    guard !chance(network.loss) else { return count("requests lost") }
    network.send(body, device.index, numbers, at: time + delay())
    // The network repeats it.
    if chance(network.repetition) {
      count("requests twice")
      network.send(body, device.index, numbers, at: time + delay() * 8)
    }
  }

  func delay() -> Double { 0.02 + Double.random(in: 0...1, using: &random) * (isHealed ? 0.2 : network.slowest) }

  // MARK: Message delivery

  func arrive(_ flight: Flight) async {
    let device = devices[flight.device]
    switch flight.body {
    case .push(let push): serve(push, flight, device)
    case .pull(let pull): serve(pull, flight, device)
    case .hint: if device.isUp { await tell(device, .hinted) }
    case .pushed(let answer):
      guard device.current?.number == flight.number, device.isUp else { return }
      device.current = nil
      await tell(device, .pushed(answer))
    case .pulled(let answer, let revision):
      guard device.current?.number == flight.number, device.isUp else { return }
      device.current = nil
      if case .success(let page) = answer.result, !page.more { device.heard = (page.epoch, revision) }
      await tell(device, .pulled(answer))
    }
  }

  private func answer(_ body: Flight.Body, _ flight: Flight) {
    guard !chance(network.loss) else { return count("answers lost") }
    network.send(body, flight.device, flight.number, at: time + delay())
  }

  /// Returns why the server rejects the request as a whole; nil otherwise.
  private func refusal(_ device: Device) -> SyncFailure? {
    switch hosted.mood {
    case .fine: break
    case .breaking: if chance(0.4) { return .later(after: nil) }
    case .down: return .later(after: nil)
    case .busy(let after): if chance(0.6) { return .later(after: after) }
    }
    return device.isWelcome ? nil : .unauthorized
  }

  var serverTime: Date { Date(timeIntervalSince1970: WorldRun.start + time) }

  private func serve(_ push: Push, _ flight: Flight, _ device: Device) {
    func said(_ result: Result<PushAnswer, SyncFailure>) {
      answer(.pushed(Answered(result, serverTime: serverTime)), flight)
    }
    if let refusal = refusal(device) {
      count("server failures")
      return said(.failure(refusal))
    }
    guard push.entries.count <= hosted.mostEntries else {
      count("too large")
      return said(.failure(.refused(code: "413", reason: "Too large.")))
    }
    let isBreaking = push.entries.contains { $0.fields["b"]?.string?.hasPrefix(World.breaking) == true }
    guard !isBreaking else { return said(.failure(.later(after: nil))) }
    let message = mangled(push, device)
    let told = hosted.server.push(message, as: device.person, at: serverTime)
    note("server answers \(flight.number): \(told.results.map { WorldRun.word($0.outcome) }.joined(separator: " "))")
    take(stock: message, told, device)
    // Mapped back to the operations that the device knows.
    let results = told.results.map { PushAnswer.Result(op: origins[$0.op] ?? $0.op, outcome: $0.outcome) }
    said(.success(PushAnswer(epoch: bug == .lifeIgnored ? push.epoch ?? told.epoch : told.epoch, results: results)))
    guard told.results.contains(where: { if case .applied = $0.outcome { true } else { false } }) else { return }
    for other in devices where other !== device && chance(0.4) {
      network.send(.hint, other.index, 0, at: time + delay())
    }
  }

  /// Counts the effects of each change and its outcomes.
  private func take(stock push: Push, _ answer: PushAnswer, _ device: Device) {
    let entries = Dictionary(push.entries.map { ($0.op, $0) }, uniquingKeysWith: { first, _ in first })
    for result in answer.results {
      guard let entry = entries[result.op] else { continue }
      let op = origins[result.op] ?? result.op
      let place = ModelServer.Place(collection: entry.collection, id: entry.id)
      switch result.outcome {
      case .applied:
        hosted.effects[op, default: 0] += 1
        count("applied")
      case .conflict:
        count("conflicts")
        // A policy may decide against a deletion.
        if entry.collection != NotesCollection.name { lineage.decide(place) }
        // A change that took effect conflicts with its own effect, so it was applied twice.
        if hosted.effects[op, default: 0] > 0 { hosted.effects[op, default: 0] += 1 }
      case .alreadyApplied: count("already applied")
      case .refused: count("refused")
      case .blocked: break
      }
      if hosted.effects[op, default: 0] == 2 {
        hosted.effects[op] = 3
        report.doubled += 1
        report.findings.append("\(entry.kind) of \(entry.collection) \(entry.id.short) was carried out twice")
      }
    }
  }

  private func mangled(_ push: Push, _ device: Device) -> Push {
    switch bug {
    case .lifeIgnored: Push(device: push.device, epoch: hosted.server.epoch, entries: push.entries)
    case .baseForgotten:
      Push(
        device: push.device, epoch: push.epoch,
        entries: push.entries.map { entry in
          let place = ModelServer.Place(collection: entry.collection, id: entry.id)
          guard let row = hosted.server.rows[place] else { return entry }
          return Push.Entry(
            op: entry.op, collection: entry.collection, id: entry.id,
            kind: entry.kind == .insert ? .update : entry.kind,
            base: String(row.rev), fields: entry.fields, editedAt: entry.editedAt)
        })
    default: push
    }
  }

  private func serve(_ pull: Pull, _ flight: Flight, _ device: Device) {
    if let refusal = refusal(device) {
      count("server failures")
      return answer(
        .pulled(Answered(.failure(refusal), serverTime: serverTime), revision: hosted.server.revision), flight)
    }
    var asked = pull
    if bug == .lifeIgnored {
      asked = Pull(device: pull.device, epoch: hosted.server.epoch, cursors: pull.cursors, limit: pull.limit)
    }
    var page = hosted.server.pull(asked, as: device.person)
    if !page.resync.isEmpty { count("resyncs") }
    if bug == .lifeIgnored, let epoch = pull.epoch {
      page = PullAnswer(
        epoch: epoch, changes: page.changes, cursors: page.cursors, more: page.more, resync: page.resync)
    }
    if trace.isKept {
      let told = page.changes.map { "\($0.id.short)@\($0.rev)\($0.row == nil ? "gone" : "")" }.joined(separator: " ")
      trace.say(time, "  asked \(pull.epoch ?? "-") \(pull.cursors.mapValues { $0 ?? "-" }.sorted { $0.key < $1.key })")
      trace.say(time, "  told \(told); \(page.cursors.sorted { $0.key < $1.key }) anew \(page.resync)")
    }
    note("server tells \(page.changes.count)\(page.more ? " and more" : "")\(page.resync.isEmpty ? "" : " anew")")
    answer(
      .pulled(Answered(.success(page), serverTime: serverTime), revision: hosted.server.revision), flight)
  }

  static func word(_ outcome: PushAnswer.Outcome) -> String {
    switch outcome {
    case .applied(let rev): "applied@\(rev)"
    case .alreadyApplied(let rev): "already@\(rev)"
    case .conflict(let rev, let row): "conflict@\(rev ?? "-")\(row == nil ? "gone" : "")"
    case .refused(let code, _): "refused:\(code)"
    case .blocked: "blocked"
    }
  }
}

extension UUID {
  /// Last four digits, enough to tell identifiers apart in a trace.
  var short: String { String(uuidString.suffix(4)) }
}
