internal import Days
internal import Hours
internal import Interface
internal import Kernel
internal import Notices
internal import Platform
internal import Storage

// The explanations: why a notification came, what is planned, and what is not sent.
extension NotificationsState {
  /// The most rows of a list.
  private static let most = 30

  func whyNodes(_ route: Route, _ surroundings: Surroundings) -> [N] {
    guard reading.isOver else { return [.skeleton("Loading your notifications")] }
    let now = surroundings.now
    guard isAllowed else {
      return about(route, now) + [
        .empty(
          "Nothing is planned.", because: "Notifications are off on this device.", icon: .bell,
          .link("Turn them on", to: NotificationsPlaces.device))
      ]
    }
    return about(route, now) + [ahead(now), notSent(now)] + learned(now)
  }

  private func about(_ route: Route, _ now: Moment) -> [N] {
    guard let id = route.parameters["id"], let entry = entries.first(where: { "\($0.id)" == id }) else { return [] }
    return [
      .section(
        "Why did I get this?", id: "this",
        [
          .text(entry.body, id: "body"), .note(memory.reason(of: entry.name) ?? entry.why, icon: .info, id: "cause"),
          .note("\(title(of: entry.kind)), sent \(when(entry.sentAt, now))", icon: .clock, id: "sent"),
        ] + (answer(to: entry.name).map { [.note($0, icon: .warning, id: "answer")] } ?? []))
    ]
  }

  /// The device's answer, unless it was shown.
  private func answer(to name: String) -> String? {
    switch answers[name] {
    case .noWindow: "No window was open, so it waited here."
    case .refused(let problem): "Your device did not show it. \(problem.sentence)"
    case .shown, nil: nil
    }
  }

  private func ahead(_ now: Moment) -> N {
    // A reminder of each day would bury the rest, so the next of its kind stands for it.
    var seen: Set<String> = []
    let coming = planned.filter { $0.decision != .drop && $0.decision != .merge }
      .sorted { ($0.at ?? .distantFuture, $0.id) < ($1.at ?? .distantFuture, $1.id) }
      .filter { seen.insert($0.kind).inserted }
    guard !coming.isEmpty else {
      return .section("Coming up", id: "ahead", [.text("Nothing in the next days.", id: "none")])
    }
    let rows = coming.prefix(NotificationsState.most).map { one in
      row(one, value: one.at.map { "\(title(of: one.kind)), \(when($0, now))" })
    }
    return .section("Coming up", id: "ahead", [.list("Coming up", id: "list", rows)])
  }

  private func notSent(_ now: Moment) -> N {
    let withheld = (candidates ?? []).compactMap { candidate in
      candidate.withheld.map { reason in
        N.row(
          candidate.body, id: id(of: candidate.id), value: "\(title(of: candidate.notice.kind)). \(reason)"
        ).with { $0.icon = kind(candidate.notice.kind)?.icon ?? .bell }
      }
    }
    var seen: Set<String> = []
    let dropped = planned.filter { $0.decision == .drop || $0.decision == .merge }
      .sorted { $0.id < $1.id }.filter { seen.insert($0.kind + $0.words).inserted }
    let rest = dropped.map { one in
      row(one, value: title(of: one.kind))
    }
    let rows = Array((withheld + rest).prefix(NotificationsState.most))
    return .section(
      "Not sent", id: "not-sent",
      rows.isEmpty ? [.text("Nothing is held back.", id: "none")] : [.list("Not sent", id: "list", rows)])
  }

  private func row(_ one: PlannedNotice, value: String?) -> N {
    let candidate = candidates?.first { $0.id == one.id }
    let body = candidate?.body ?? original(of: one.id)?.body ?? title(of: one.kind)
    let isComing = one.decision == .send || one.decision == .hold
    let cause = isComing ? [candidate?.cause, candidate?.learned] : []
    let reasons = cause + [one.reason == .nothingAgainst ? nil : one.words]
    let said = reasons.compactMap(\.self).joined(separator: " ")
    return N.row(
      body, id: id(of: one.id), value: [value, said].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ". ")
    ).with { $0.icon = kind(one.kind)?.icon ?? .bell }
  }

  private func id(of name: String) -> String { "\(Kernel.ID<NotificationEntry>(named: name))" }

  // MARK: Learned times

  private func learned(_ now: Moment) -> [N] {
    let times = OpeningTimes(
      memory.opens.map { NoticeEvent(kind: $0.kind, at: $0.at) },
      on: memory.journey(at: now, until: now.date.addingTimeInterval(86_400)), now: now.date)
    guard kinds.contains(where: \.notice.isAdaptive) else { return [] }
    let rows = kinds.compactMap { kind in
      times[kind.id].map { usual in
        N.row(
          kind.title, id: kind.id,
          value: "You usually open these around \(usual.time.text) (\(usual.openings) times lately)."
        ).with { $0.icon = kind.icon }
      }
    }
    return [
      .section(
        "Learned times", id: "learned",
        [
          .text(
            "Reminders move slowly towards the time at which you open them. This stays on this device.", id: "about"),
          rows.isEmpty
            ? .note(
              "Nothing is learned from openings yet: that takes \(OpeningTimes.least) of a kind.", icon: .info,
              id: "none")
            : .list("Learned times", id: "list", rows),
          .button("Forget learned times", id: "forget", icon: .undo, does: .forgetTimes),
        ])
    ]
  }
}
