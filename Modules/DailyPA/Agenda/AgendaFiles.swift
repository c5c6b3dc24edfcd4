internal import Days
public import Forms
internal import Interface
public import Kernel
internal import Platform

// The transitions of files that go out and come in.
extension AgendaState {
  // MARK: Out

  mutating func export(in window: WindowID, _ now: Moment) -> Steps {
    guard !events.isEmpty, !windows[window].isExporting else { return [] }
    windows[window].isExporting = true
    return [.run(.export(events.values.map(\.event), now, in: window), .latest("export", of: window))]
  }

  mutating func handedOut(_ outcome: Delivery.Outcome, in window: WindowID) -> Steps {
    windows[window].isExporting = false
    return [.tell(.told(outcome.toast), window)]
  }
}

// MARK: - In

extension AgendaState: FileImporting {
  public var unreadForImport: String? { reading == .done ? nil : "Your calendar is" }

  public static func event(_ event: FileImportEvent) -> AgendaNews {
    switch event {
    case .told(let toast): .told(toast)
    case .readThrough(let path): .readThrough(path: path)
    }
  }

  public func open(
    _ path: String, called file: String, in window: WindowID, at now: Moment
  ) -> Step<AgendaEffect, AgendaNews> {
    let context = EventSheet.Context(existing: events, zone: now.zone)
    return .run(.open(path: path, context, in: window), .latest("open", of: window))
  }

  public func save(
    _ sheet: EventSheet, withKnown: Bool, in window: WindowID, at now: Moment
  ) -> Step<AgendaEffect, AgendaNews>? {
    let write = sheet.chosen(withUpdates: withKnown)
    return write.isEmpty ? nil : .run(.importAll(write, in: window), .inOrder("events"))
  }

  mutating func imported(_ all: ImportedEvents, in window: WindowID, _ now: Moment) -> Steps {
    let file = finishImport(in: window)
    windows[window].added = all
    change(now) { events in
      for former in all.former { events[former.id] = nil }
      for kept in all.saved { events[kept.id] = kept }
    }
    let words = "\(EventWords.count(all.count)) imported from \(file)."
    return readAnew() + [
      .tell(.offered(Toast(words, tone: .success), undo: .file(.undo)), window),
      .tell(.finished([AgendaPlaces.importing]), window),
    ]
  }

  public mutating func undoImport(in window: WindowID) -> Steps {
    guard let all = windows[window].added else { return [] }
    windows[window].added = nil
    return [.run(.takeBack(all, in: window), .inOrder("events"))]
  }
}

extension EventWrite {
  var isEmpty: Bool { saves.isEmpty && deletes.isEmpty }
}

extension EventWords {
  static func count(_ count: Int) -> String { count == 1 ? "1 event" : "\(count) events" }
}
