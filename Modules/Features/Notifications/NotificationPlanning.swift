internal import Interface
internal import Kernel
internal import Notices
internal import Platform

// The plan: what is sent now, and when to look again.
extension NotificationsState {
  /// Sends what is due, and waits for what comes next. Without permission nothing is planned.
  mutating func plan(at now: Moment) -> Steps {
    guard reading == .done, let rules, let candidates else { return [] }
    guard isAllowed else {
      planned = []
      return [.stop(.standing("wake"))]
    }
    let before = memory
    memory.note(now)
    let plan = NoticePlan(inputs(rules, candidates, at: now))
    // The plan counts in whole seconds, so what happens in the present one is due.
    let due = plan.due(by: Date(timeIntervalSince1970: now.date.timeIntervalSince1970.rounded(.up)))
    let sent = Set(due.map(\.id))
    var parts: [String: [PlannedNotice]] = [:]
    for one in plan.planned {
      guard case .together(let whole) = one.reason, one.decision == .merge, sent.contains(whole) else { continue }
      parts[whole, default: []].append(one)
      memory.parts.append(.init(name: one.id, at: now.date))
    }
    var steps: Steps = []
    for one in due { steps += send(one, with: parts[one.id] ?? [], from: candidates, at: now) }
    let gone = sent.union(memory.parts.map(\.name))
    memory.snoozes.removeAll { gone.contains($0.name) }
    planned = plan.planned.filter { !gone.contains($0.id) && $0.reason != .alreadySent }
    if memory != before { steps += remember }
    return steps + [.run(.wake(next(after: now.date)), .standing("wake"))]
  }

  private func inputs(
    _ rules: NoticeRules, _ candidates: [NotificationCandidate], at now: Moment
  ) -> NoticePlan.Inputs {
    // An alarm rings a little after its second has begun, and what it is for is not late.
    let second = Date(timeIntervalSince1970: now.date.timeIntervalSince1970.rounded(.down))
    let until = now.date.addingTimeInterval(Double(NotificationsState.ahead) * 86_400)
    let parts = Set(memory.parts.map(\.name))
    let able = candidates.lazy.filter { $0.withheld == nil && !parts.contains($0.id) }.map(\.notice)
    return NoticePlan.Inputs(
      now: second, until: until, notices: able + snoozed, kinds: kinds.map(\.notice), rules: rules,
      journey: memory.journey(at: now, until: until.addingTimeInterval(2 * 86_400)),
      opens: memory.opens.map { NoticeEvent(kind: $0.kind, at: $0.at) },
      sent: entries.map { NoticeEvent($0.name, kind: $0.kind, at: $0.sentAt) })
  }

  /// Notifications that the person asked for again.
  private var snoozed: [Notice] {
    memory.snoozes.compactMap { snooze in
      original(of: snooze.name).map { entry in
        Notice(
          snooze.name, kind: entry.kind, at: snooze.until, expires: snooze.until.addingTimeInterval(6 * 3600),
          snoozedUntil: snooze.until)
      }
    }
  }

  /// The entry that was snoozed, by the name of what comes again.
  func original(of name: String) -> NotificationEntry? {
    name.hasSuffix(NotificationsState.again) ? entry(String(name.dropLast(NotificationsState.again.count))) : nil
  }

  /// Sends one, and notes in the history what became part of it, so that each leads to its own place and no other device
  /// sends it.
  private mutating func send(
    _ one: PlannedNotice, with parts: [PlannedNotice], from candidates: [NotificationCandidate], at now: Moment
  ) -> Steps {
    let company = parts.isEmpty ? "" : " \(parts.count) more of its kind came with it."
    guard let entry = note(one, company, from: candidates, at: now) else { return [] }
    let more = parts.isEmpty ? "" : " And \(parts.count) more."
    let delivery = NotificationDelivery(
      name: entry.name, title: title(of: entry.kind), body: entry.body + more, icon: kind(entry.kind)?.icon ?? .bell,
      link: entry.route ?? NotificationsPlaces.history,
      action: entry.action, isSnoozable: entry.isSnoozable, channel: entry.kind, isSilent: isQuiet)
    var bodies: Set<String> = [entry.body]
    let others = parts.suffix(NotificationsState.mostParts).compactMap { part -> NotificationEntry? in
      guard var other = note(part, "", from: candidates, at: now) else { return nil }
      // The banner has told of it. What says the same once more is kept for the other devices alone.
      (other.isRead, other.isCleared) = (true, !bodies.insert(other.body).inserted)
      entries[0] = other
      pending[other.name] = other
      return other
    }
    let steps: Steps = [.run(.send(entry, delivery), .inOrder("save"))]
    return others.isEmpty ? steps : steps + [.run(.save(others), .inOrder("save"))]
  }

  /// Adds the entry of one that is sent now; nil if there is one, or nothing to say.
  private mutating func note(
    _ one: PlannedNotice, _ company: String, from candidates: [NotificationCandidate], at now: Moment
  ) -> NotificationEntry? {
    let entry: NotificationEntry
    // Told here alone, where it differs.
    let why: String
    let manner = company + (isSilenced ? " Your device's Do Not Disturb was on, so it came without a banner." : "")
    if let candidate = candidates.first(where: { $0.id == one.id }) {
      func explained(_ learned: String?, _ words: String) -> String {
        let reason = one.reason == .nothingAgainst ? nil : words
        return [candidate.cause, learned, reason].compactMap(\.self).joined(separator: " ") + manner
      }
      why = explained(candidate.learned, one.words)
      entry = NotificationEntry(
        name: one.id, kind: one.kind, body: candidate.body, link: candidate.link, action: candidate.action,
        isSnoozable: candidate.isSnoozable, why: explained(nil, one.sharedWords), sentAt: now.date)
    } else if let former = original(of: one.id), let link = former.route {
      entry = NotificationEntry(
        name: one.id, kind: one.kind, body: former.body, link: link, action: former.action, isSnoozable: true,
        why: one.sharedWords + manner, sentAt: now.date)
      why = one.words + manner
    } else {
      return nil
    }
    guard self.entry(entry.name) == nil else { return nil }
    if why != entry.why { memory.explain(entry.name, why, at: now.date) }
    entries.insert(entry, at: 0)
    pending[entry.name] = entry
    return entry
  }

  /// Notes what the server has sent during a pause; one that is known is left alone.
  mutating func arrived(_ arrival: NotificationArrival, _ now: Moment) -> Steps {
    guard reading == .done, kind(arrival.kind) != nil, entry(arrival.name) == nil else { return [] }
    let entry = NotificationEntry(
      name: arrival.name, kind: arrival.kind, body: arrival.body, link: arrival.link, action: "Open",
      why: "It came while notifications were paused, so it waited here.", sentAt: now.date)
    entries.insert(entry, at: 0)
    pending[entry.name] = entry
    return [.run(.save([entry]), .inOrder("save"))] + plan(at: now)
  }

  /// The next instant to look: when something is planned, and within an hour, since the person may be in another zone by
  /// then and what there is to say may have changed.
  private func next(after now: Date) -> Date {
    let ahead = planned.compactMap { $0.decision == .drop ? nil : $0.at }.filter { $0 > now }
    return min(ahead.min() ?? .distantFuture, now.addingTimeInterval(3600))
  }
}
