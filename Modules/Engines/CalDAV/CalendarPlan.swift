public import ICalendar
internal import Kernel
public import Platform

/// The last version of a resource on which this device and the calendar agree. It stays on the device.
public struct CalendarCopy: Sendable, Hashable, Codable {
  public let name: String
  /// Nil for a resource that has no event with a name.
  public let uid: String?
  public let etag: String
  public let text: String
  /// Whether its event can be held here. Others are left alone on both sides.
  public let isHeld: Bool
  /// Whether it is not known to have arrived on the other side. If it has, what was changed since can still be told.
  public let isPending: Bool

  public init(name: String, uid: String?, etag: String, text: String, isHeld: Bool, isPending: Bool = false) {
    self.name = name
    self.uid = uid
    self.etag = etag
    self.text = text
    self.isHeld = isHeld
    self.isPending = isPending
  }

  var pending: CalendarCopy {
    CalendarCopy(name: name, uid: uid, etag: "", text: text, isHeld: isHeld, isPending: true)
  }
}

/// A change of the events on this device that a sync asks for.
public struct LocalChange: Sendable, Hashable {
  public let uid: String
  /// The event as the plan knows it here; nil if there is none. Another one is not overwritten.
  public let before: CalendarItem?
  /// Nil deletes it.
  public let after: CalendarItem?
  /// The other side's event where a field of it lost against one here. It is saved before `after`, so that the versions of
  /// the event hold it.
  public let lost: CalendarItem?

  public init(uid: String, before: CalendarItem?, after: CalendarItem?, lost: CalendarItem? = nil) {
    self.uid = uid
    self.before = before
    self.after = after
    self.lost = lost
  }
}

/// The outcome of a sync, and the things that it could not do.
public struct CalendarReport: Sendable, Hashable, Codable {
  public var received = 0
  public var sent = 0
  /// Deletions that wait for the person's word, here and there.
  public var held = 0
  /// Sentences about events, each with its title.
  public var notes: [String] = []
  /// The most sentences that are kept.
  public static let most = 100

  public init() {}

  mutating func note(_ title: String, _ sentence: String) {
    let words = "\(title.prefix(60)): \(sentence)"
    if notes.count < CalendarReport.most, !notes.contains(words) { notes.append(words) }
  }
}

/// Decides what a sync does with each event: what is fetched, written, deleted and merged. It asks nobody.
public struct CalendarPlan: Sendable {
  /// One request that changes the calendar.
  public enum Write: Sendable, Hashable {
    case put(name: String, uid: String, text: String, etag: String?)
    case delete(name: String, etag: String)

    public var name: String {
      switch self {
      case .put(let name, _, _, _), .delete(let name, _): name
      }
    }
  }

  /// The meaning of a resource: a change here, and then the copy to keep; nil drops it.
  public struct Settlement: Sendable, Hashable {
    public let name: String
    public let change: LocalChange?
    public let copy: CalendarCopy?
  }

  let calendar: String
  let own: TimeZone
  let now: Date
  /// Whether many deletions at once are meant.
  let isConfirmed: Bool
  public private(set) var local: [String: CalendarItem]
  /// Todos as events: they go out and never come in.
  let marked: [String: CalendarItem]
  public private(set) var copies: [String: CalendarCopy]
  public var report = CalendarReport()
  /// Resources that are known to be gone and are not settled yet.
  var leaving: Set<String> = []

  /// The beginning of the names of todos that go as events.
  public static let mark = "troupe-todo-"
  /// Deletions that are made without asking.
  static let mostDeletions = 10

  public init(
    calendar: String, local: [CalendarItem], marked: [CalendarItem], copies: [CalendarCopy], own: TimeZone,
    at now: Date,
    isConfirmed: Bool = false
  ) {
    self.calendar = calendar
    self.own = own
    self.now = now
    self.isConfirmed = isConfirmed
    self.local = Dictionary(local.map { ($0.uid, $0) }, uniquingKeysWith: { one, _ in one })
    self.marked = Dictionary(marked.map { ($0.uid, $0) }, uniquingKeysWith: { one, _ in one })
    self.copies = Dictionary(copies.map { ($0.name, $0) }, uniquingKeysWith: { one, _ in one })
  }

  // MARK: Receiving

  /// The resources to fetch. What a server lists as changed is fetched even if its ETag is the same.
  public func wanted(_ changes: RemoteCalendar.Changes) -> [String] {
    changes.changed.filter { name, etag in
      !changes.isWhole || etag.isEmpty || copies[name]?.etag != etag
    }.keys.sorted()
  }

  /// The resources that are no longer there.
  public func gone(_ changes: RemoteCalendar.Changes) -> [String] {
    let missing = changes.isWhole ? Set(copies.keys).subtracting(changes.changed.keys) : changes.removed
    return missing.filter { copies[$0]?.isPending == false }.sorted()
  }

  /// Whether so many resources vanished that the calendar may be at fault.
  public mutating func holdsBack(gone names: [String]) -> Bool {
    let count = names.count { copies[$0]?.isHeld == true && copies[$0]?.uid.map { local[$0] != nil } ?? false }
    guard !isConfirmed, count >= CalendarPlan.mostDeletions, count * 2 > local.count else { return false }
    report.held += count
    return true
  }

  public mutating func settle(_ resource: RemoteCalendar.Resource) -> Settlement {
    let former = copies[resource.name]
    func copy(_ uid: String?, _ isHeld: Bool) -> CalendarCopy {
      CalendarCopy(name: resource.name, uid: uid, etag: resource.etag, text: resource.text, isHeld: isHeld)
    }
    let found: CalendarItems
    do throws(Problem) {
      found = CalendarItems(try ICalendar.read(Array(resource.text.utf8)), own: own)
    } catch {
      report.note(resource.name.split(separator: "/").last.map(String.init) ?? "An event", error.what)
      return Settlement(name: resource.name, change: nil, copy: copy(former?.uid, false))
    }
    for note in found.notes { report.note(note.title, note.sentence) }
    guard let remote = found.items.first else {
      for flaw in found.flaws { report.note(flaw.title, flaw.sentence) }
      return Settlement(name: resource.name, change: nil, copy: copy(found.flaws.first?.uid ?? former?.uid, false))
    }
    let kept = copy(remote.uid, true)
    guard !remote.uid.hasPrefix(CalendarPlan.mark) else {
      return Settlement(name: resource.name, change: nil, copy: kept)
    }
    // Of two resources with one name the first counts.
    let other = former == nil ? copies.values.first { $0.uid == remote.uid && $0.isHeld } : nil
    if let other, !leaving.contains(other.name) {
      report.note(remote.content.title, "The calendar has it twice; this device follows one of them.")
      return Settlement(name: resource.name, change: nil, copy: copy(other.uid, false))
    }
    let here = local[remote.uid]
    // One that may not have arrived says nothing about a deletion.
    let base = (former ?? other).flatMap { $0.isPending && here == nil ? nil : item($0) }
    let after: CalendarItem?
    var lost: CalendarItem?
    switch (base, here) {
    case (_, let here?):
      let merge = CalendarMerge(base: base, local: here, remote: remote)
      for loser in merge.losers { report.note(merge.item.content.title, loser) }
      after = merge.item
      if base != nil, !merge.losers.isEmpty { lost = remote }
    case (let base?, nil) where base == remote: after = nil
    case (let base, nil):
      if base != nil {
        report.note(remote.content.title, "It was deleted here and changed in the calendar, so it is back.")
      }
      after = remote
    }
    if after != here { report.received += 1 }
    let isSame = after == here && lost == nil
    let change = isSame ? nil : LocalChange(uid: remote.uid, before: here, after: after, lost: lost)
    return Settlement(name: resource.name, change: change, copy: kept)
  }

  /// Settles a resource that is gone: its event goes too, unless it was changed here.
  public mutating func settle(gone name: String) -> Settlement {
    let nothing = Settlement(name: name, change: nil, copy: nil)
    // It was moved to another name.
    if let uid = copies[name]?.uid, copies.values.contains(where: { $0.uid == uid && $0.name != name && $0.isHeld }) {
      return nothing
    }
    guard let copy = copies[name], copy.isHeld, !copy.isPending, let uid = copy.uid, let here = local[uid],
      let base = item(copy)
    else {
      return nothing
    }
    guard here == base else {
      report.note(here.content.title, "It was deleted in the calendar and changed here, so it goes there again.")
      return nothing
    }
    report.received += 1
    return Settlement(name: name, change: LocalChange(uid: uid, before: here, after: nil), copy: nil)
  }

  /// Takes a settlement over, after its change was saved here.
  public mutating func accept(_ settlement: Settlement) {
    copies[settlement.name] = settlement.copy
    if let change = settlement.change { local[change.uid] = change.after }
  }

  /// The event of a copy, as it is read now.
  func item(_ copy: CalendarCopy) -> CalendarItem? {
    guard let read = try? ICalendar.read(Array(copy.text.utf8)) else { return nil }
    return CalendarItems(read, own: own).items.first
  }

  // MARK: Sending

  /// Everything that is to be written, and the names of events that are skipped since they are not settled.
  public mutating func writes(except unsettled: Set<String> = []) -> [Write] {
    var writes: [Write] = []
    let byUID = Dictionary(
      copies.values.compactMap { copy in copy.uid.map { ($0, copy) } },
      uniquingKeysWith: { one, other in one.isHeld ? one : other })
    for item in (Array(local.values) + Array(marked.values)).sorted(by: { $0.uid < $1.uid })
    where !unsettled.contains(item.uid) {
      if let write = write(item, byUID[item.uid]) { writes.append(write) }
    }
    let lost = copies.values.filter { copy in
      guard copy.isHeld, !copy.isPending, let uid = copy.uid, !unsettled.contains(uid) else { return false }
      return local[uid] == nil && marked[uid] == nil
    }
    let events = lost.count { $0.uid?.hasPrefix(CalendarPlan.mark) == false }
    let isHeld = !isConfirmed && events >= CalendarPlan.mostDeletions && events * 2 > copies.count
    if isHeld { report.held += events }
    for copy in lost.sorted(by: { $0.name < $1.name })
    where !isHeld || copy.uid?.hasPrefix(CalendarPlan.mark) == true {
      writes.append(.delete(name: copy.name, etag: copy.etag))
    }
    return writes
  }

  /// The request that makes the calendar have an event as it is here; nil if it has.
  public func write(_ item: CalendarItem, _ copy: CalendarCopy?) -> Write? {
    guard let copy, !copy.isPending else {
      let text = ICalendar.text(of: item.calendar(own: own, at: now))
      return .put(name: CalDAVClient.resourceName(uid: item.uid, in: calendar), uid: item.uid, text: text, etag: nil)
    }
    guard copy.isHeld, self.item(copy) != item else { return nil }
    let base = (try? ICalendar.read(Array(copy.text.utf8)))?.first
    let text = ICalendar.text(of: item.calendar(over: base, own: own, at: now))
    return .put(name: copy.name, uid: item.uid, text: text, etag: copy.etag)
  }

  /// The request for the same resource after it was settled anew; nil if nothing is left to do.
  public func again(_ write: Write) -> Write? {
    switch write {
    case .put(_, let uid, _, _):
      let copy = copies.values.first { $0.uid == uid && $0.isHeld } ?? copies.values.first { $0.uid == uid }
      return (local[uid] ?? marked[uid]).flatMap { self.write($0, copy) }
    case .delete(let name, _):
      guard let copy = copies[name], copy.isHeld, !copy.isPending, let uid = copy.uid, local[uid] == nil,
        marked[uid] == nil
      else {
        return nil
      }
      return .delete(name: name, etag: copy.etag)
    }
  }

  /// The copy that follows from a write that was done.
  public func copy(after write: Write, etag: String) -> CalendarCopy? {
    guard case .put(let name, let uid, let text, _) = write else { return nil }
    return CalendarCopy(name: name, uid: uid, etag: etag, text: text, isHeld: true)
  }

  public mutating func keep(_ copy: CalendarCopy?, at name: String) { copies[name] = copy }

  mutating func refused(_ write: Write, _ sentence: String) {
    switch write {
    case .put(_, let uid, _, _):
      report.note((local[uid] ?? marked[uid])?.content.title ?? "An event", sentence)
    case .delete(let name, _):
      report.note(copies[name].flatMap(item)?.content.title ?? "An event", sentence)
    }
  }
}
