internal import Days
internal import Forms
internal import FoundationEssentials
internal import Interface
internal import Kernel

/// An import that was begun in a window.
struct EventImport: Sendable, Equatable {
  enum Phase: Sendable, Equatable {
    case reading
    /// The file is read, and the person looks at what is in it.
    case asking(EventSheet)
    case saving
  }

  let file: String
  /// The path of an uploaded file.
  let handed: String?
  var phase = Phase.reading
  /// Whether events that are there already are replaced by those of the file.
  var hasUpdates = false
}

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
    switch outcome {
    case .saved(let name): return [.tell(.told(Toast("Saved as \(name).", tone: .success)), window)]
    case .shared(let name): return [.tell(.told(Toast("Shared as \(name).", tone: .success)), window)]
    case .declined: return [.tell(.told(Toast("The file was not saved.")), window)]
    case .failed(let problem): return [.tell(.told(Toast(problem)), window)]
    }
  }

  // MARK: In

  mutating func importTyped(in window: WindowID, _ now: Moment) -> Steps {
    let path = windows[window].path.trimmed
    guard !path.isEmpty else {
      windows[window].isPathMissing = true
      return []
    }
    return open(path, called: path.split(separator: "/").last.map(String.init) ?? path, handed: nil, in: window, now)
  }

  mutating func open(
    _ path: String, called file: String, handed: String?, in window: WindowID, _ now: Moment
  ) -> Steps {
    guard reading == .done, windows[window].importing == nil else {
      let words =
        reading == .done
        ? "Another import is in progress. Choose the file again afterwards."
        : "Your calendar is not read yet. Choose the file again in a moment."
      return release(handed, window) + [.tell(.told(Toast(words, tone: .warning)), window)]
    }
    windows[window].problem = nil
    windows[window].isPathMissing = false
    windows[window].importing = EventImport(file: file.brief(100), handed: handed)
    let context = EventSheet.Context(existing: events, zone: now.zone)
    return [.run(.open(path: path, context, in: window), .latest("open", of: window))]
  }

  private func release(_ path: String?, _ window: WindowID) -> Steps {
    path.map { [.tell(.readThrough(path: $0), window)] } ?? []
  }

  mutating func opened(_ sheet: EventSheet, in window: WindowID) -> Steps {
    guard let work = windows[window].importing, work.phase == .reading else { return [] }
    windows[window].importing?.phase = .asking(sheet)
    return release(work.handed, window)
  }

  mutating func notOpened(_ problem: Problem, in window: WindowID) -> Steps {
    guard let work = windows[window].importing else { return [] }
    windows[window].importing = nil
    windows[window].problem = problem
    return release(work.handed, window)
  }

  mutating func confirmImport(in window: WindowID) -> Steps {
    guard let work = windows[window].importing, case .asking(let sheet) = work.phase else { return [] }
    let write = sheet.chosen(withUpdates: work.hasUpdates)
    guard !write.isEmpty else { return [] }
    windows[window].importing?.phase = .saving
    return [.run(.importAll(write, in: window), .inOrder("events"))]
  }

  mutating func cancelImport(in window: WindowID) -> Steps {
    guard case .asking = windows[window].importing?.phase else { return [] }
    windows[window].importing = nil
    return [.tell(.told(Toast("Nothing was imported.")), window)]
  }

  mutating func leaveImport(in window: WindowID) {
    windows[window].isPathMissing = false
    // Nobody sees the preview any more.
    if case .asking = windows[window].importing?.phase { windows[window].importing = nil }
  }

  mutating func imported(_ all: ImportedEvents, in window: WindowID, _ now: Moment) -> Steps {
    let file = windows[window].importing?.file ?? "the file"
    windows[window].importing = nil
    windows[window].path = ""
    windows[window].added = all
    change(now) { events in
      for former in all.former { events[former.id] = nil }
      for kept in all.saved { events[kept.id] = kept }
    }
    let words = "\(EventWords.count(all.count)) imported from \(file)."
    return readAnew() + [
      .tell(.offered(Toast(words, tone: .success), undo: .undoImport), window),
      .tell(.finished([AgendaPlaces.importing]), window),
    ]
  }

  mutating func notImported(_ problem: Problem, in window: WindowID) -> Steps {
    if windows[window].importing?.phase == .saving { windows[window].importing = nil }
    windows[window].problem = problem
    return readAnew()
  }

  mutating func undoImport(in window: WindowID) -> Steps {
    guard let all = windows[window].added else { return [] }
    windows[window].added = nil
    return [.run(.takeBack(all, in: window), .inOrder("events"))]
  }

  mutating func importUndone(in window: WindowID) -> Steps {
    readAnew() + [.tell(.told(Toast("The import was taken back.", tone: .success)), window)]
  }
}

extension EventWrite {
  var isEmpty: Bool { saves.isEmpty && deletes.isEmpty }
}

extension EventWords {
  static func count(_ count: Int) -> String { count == 1 ? "1 event" : "\(count) events" }
}
