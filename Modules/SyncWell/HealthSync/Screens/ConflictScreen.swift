internal import Carrying
internal import Days
internal import Duplicates
internal import HealthProviders
internal import Interface
internal import Kernel
internal import Platform
internal import Samples

// Two recordings of one workout side by side, with every difference.
extension HealthSyncState {
  func conflictScreen(
    _ route: Route, _ surroundings: Surroundings, _ window: WindowID
  ) -> Screen<HealthSyncWindowAction> {
    let title = "Conflict Resolution"
    guard isPro else {
      return Screen(
        route, title: title,
        nodes: [
          .heading(title, level: 1),
          .empty(
            "Conflict Resolution is part of Pro.",
            because: "It shows two recordings of one workout side by side and makes one of them.", icon: .lock,
            .link("Show your syncs", to: HealthSyncPlaces.home, icon: .home)),
        ])
    }
    guard let id = route.parameters["id"].flatMap({ ID<SyncConflict>($0) }), let conflict = book.conflict(id) else {
      return Screen(
        route, title: title,
        nodes: [
          .heading(title, level: 1),
          .empty(
            "This conflict does not exist any more.", because: "Its sync was deleted.", icon: .success,
            .link("Show your syncs", to: HealthSyncPlaces.home, icon: .home)),
        ])
    }
    let words = SampleWords(surroundings.now)
    let names = (sourceName(conflict.sources.first), sourceName(conflict.sources.second))
    var nodes: [SyncNode] = [.heading(title, level: 1)]
    switch conflict.subject {
    case .workouts(let one, let other):
      nodes.append(.text("These look like one workout, recorded twice.", id: "about"))
      nodes.append(sides(one.sample, other.sample, names, words))
      if conflict.isOpen { nodes += held(conflict, names.0, surroundings.now) + merging(conflict, names, words) }
      nodes += reasons(conflict)
    case .forgotten:
      nodes.append(
        .text(
          "The details were removed: the terms of one of the apps allow to keep them for some days only.", id: "about"))
    case .amounts(let kind, let one, let other):
      nodes.append(
        .text(
          "\(names.0) and \(names.1) both have \(kind.title.lowercased()) of \(words.dates.day(conflict.day)).",
          id: "about"))
      nodes.append(
        .list(
          "Both amounts", id: "amounts",
          [
            .row(names.0, id: "first", value: one.total.map { words.amount($0, of: kind) } ?? "-"),
            .row(names.1, id: "second", value: other.total.map { words.amount($0, of: kind) } ?? "-"),
          ]))
    }
    nodes += decisions(conflict, names, words, surroundings.now, window)
    return Screen(route, title: title, nodes: nodes)
  }

  private func sides(_ one: Sample, _ other: Sample, _ names: (String, String), _ words: SampleWords) -> SyncNode {
    let rows: [(String, (Sample) -> String)] = [
      ("Sport", { SampleWords.sport($0.workout?.sport ?? "generic") }),
      ("Start", { words.dates.instant($0.start) }),
      ("Length", { words.length($0.workout?.elapsed ?? 0) }),
      ("Moving", { $0.workout?.moving.map(words.length) ?? "-" }),
      ("Distance", { $0.workout?.distance.map(words.distance) ?? "-" }),
      ("Energy", { $0.workout?.energy.map { words.amount($0, of: .activeEnergy) } ?? "-" }),
      ("Heart rate", { $0.workout?.averageHeartRate.map { words.amount($0, of: .heartRate) } ?? "-" }),
      ("Track", { $0.has(\WorkoutPoint.latitude) ? "yes" : "-" }),
      ("Power", { $0.has(\WorkoutPoint.power) ? "yes" : "-" }),
      ("Recorded by", { $0.origin.device ?? "-" }),
    ]
    let cells = rows.map { title, value in
      let (here, there) = (value(one), value(other))
      return [title, here, there, here == there ? "same" : "differs"]
    }
    return .table(
      "Side by side", id: "sides", columns: ["", names.0, names.1, "Difference"].map { $0.isEmpty ? "Field" : $0 },
      rows: cells)
  }

  /// While the first recording waits, a decision has nothing to remove.
  private func held(_ conflict: SyncConflict, _ name: String, _ now: Moment) -> [SyncNode] {
    guard let plan = book.plan(conflict.first),
      let record = waiting(plan, at: now.date).first(where: { $0.key == conflict.keys?.first })
    else { return [] }
    let time = DateWords(now).brief(record.until)
    return [
      .note(
        "Neither is at \(book.catalogue.name(conflict.destination)) yet. Without a decision, \(name) is sent at \(time).",
        icon: .waiting, id: "held")
    ]
  }

  private func reasons(_ conflict: SyncConflict) -> [SyncNode] {
    func section(_ title: String, _ id: String, _ sentences: [String]) -> [SyncNode] {
      guard !sentences.isEmpty else { return [] }
      let rows = sentences.prefix(8).enumerated().map { SyncNode.row($0.element, id: "reason-\($0.offset + 1)") }
      return [.section(title, id: id, [.list(title, id: "rows", rows)])]
    }
    return section("Why they look like one", "reasons", conflict.reasons)
      + section("What speaks against it", "doubts", conflict.doubts ?? [])
  }

  /// The choices of a merge, field by field.
  private func merging(_ conflict: SyncConflict, _ names: (String, String), _ words: SampleWords) -> [SyncNode] {
    guard let merge = conflict.merge else {
      return [
        .note(
          "Merging is not possible: the terms of one of these apps forbid to combine its data with others.",
          icon: .info,
          id: "no-merge")
      ]
    }
    let choices: [SyncNode] = merge.differences.map { field in
      var options: [(id: String, title: String)] = [("first", names.0), ("second", names.1)]
      if [.elapsed, .moving, .distance, .calories].contains(field) {
        options += [("greatest", "the greater"), ("sum", "both together")]
      }
      return .choice(
        HealthSyncState.title(field), id: field.rawValue, options, selected: merge.choice(field).rawValue,
        isFolded: true
      ) { .chooseField(conflict.id, field.rawValue, $0) }
    }
    guard !choices.isEmpty else { return [] }
    return [
      .section(
        "If you merge, take", id: "fields",
        [
          .text("Clocks are aligned first, so that each value is at its moment.", id: "about")
        ] + choices)
    ]
  }

  private static func title(_ field: WorkoutMerge.Field) -> String {
    switch field {
    case .sport: "Sport"
    case .name: "Name"
    case .start: "Start"
    case .elapsed: "Length"
    case .moving: "Moving time"
    case .distance: "Distance"
    case .calories: "Energy"
    case .laps: "Laps"
    case .places: "Track"
    case .altitudes: "Altitude"
    case .distances: "Distances on the way"
    case .speeds: "Speed"
    case .hearts: "Heart rate"
    case .cadences: "Cadence"
    case .powers: "Power"
    case .temperatures: "Temperature"
    }
  }

  private func decisions(
    _ conflict: SyncConflict, _ names: (String, String), _ words: SampleWords, _ now: Moment, _ window: WindowID
  ) -> [SyncNode] {
    if windows[window].settling == conflict.id { return [.progress("Settling", id: "settling")] }
    guard conflict.isOpen else {
      let by = conflict.rule.map { " By your rule “\($0.title)”." } ?? ""
      var nodes: [SyncNode] = [
        .note(decision(conflict) + by, tone: .success, icon: .success, id: "decision")
      ]
      if let end = conflict.undoEnds(), conflict.canUndo(at: now.date, among: book.conflicts) {
        nodes.append(
          .button("Undo", id: "undo", icon: .undo, hint: "Until \(words.dates.brief(end)).", does: .undo(conflict.id)))
      }
      return nodes
    }
    var buttons: [SyncNode] = [
      .button("Keep \(names.0)", id: "keep-first", does: .settle(conflict.id, .first)),
      .button("Keep \(names.1)", id: "keep-second", does: .settle(conflict.id, .second)),
    ]
    switch conflict.subject {
    case .workouts where conflict.merge != nil:
      buttons.append(.button("Merge", id: "merge", isProminent: true, does: .settle(conflict.id, .merged)))
    case .amounts: buttons.append(.button("Add both", id: "merge", does: .settle(conflict.id, .merged)))
    default: break
    }
    return [.group("Decide", id: "decide", buttons)]
  }
}

extension Sample {
  fileprivate func has<Value>(_ field: KeyPath<WorkoutPoint, Value?>) -> Bool {
    workout?.points.contains { $0[keyPath: field] != nil } ?? false
  }
}
