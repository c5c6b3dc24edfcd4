public import Forms
public import Interface
public import Kernel
internal import Platform
public import Storage

/// The dependencies of the calendar.
public struct AgendaNeeds: Sendable {
  public var read: @Sendable () async throws(Problem) -> [KeptEvent]
  /// Makes the changes in one transaction, and returns the saved events in their order. What was saved is on disk,
  /// together with its sync queue entry, when the call returns. Throws `stale` when an event was saved elsewhere
  /// meanwhile.
  public var write: @Sendable (EventWrite) async throws(Problem) -> [KeptEvent]
  /// Reports each change of an event, whatever its origin, including own ones.
  public var changes: @Sendable () -> AsyncStream<Heard<Void>>
  public var recallView: @Sendable () async throws(Problem) -> CalendarView?
  public var keepView: @Sendable (KeptView) async throws(Problem) -> Void
  public var drafts: DraftNeeds<EventFormName>
  /// Reads a file of at most `EventFile.largest` bytes.
  public var bytes: @Sendable (_ path: String) throws(Problem) -> [UInt8]
  /// Offers a file at a window, and calls `answered` once with what became of it.
  public var handOut: HandOut

  public typealias HandOut =
    @Sendable (
      OutgoingFile, WindowID, _ answered: @escaping @Sendable (Delivery.Outcome) async -> Void
    ) async throws(Problem) -> Void

  /// Events that are read.
  static let most = 20_000

  /// Events are owned and synced. Drafts and the chosen view stay on the device.
  public init(_ store: Store, handOut: @escaping HandOut) {
    let events = Shelf<CalendarEvent>(store, .owned(.entered))
    let views = Shelf<KeptView>(store, .local)
    let drafts = Shelf<EventDraft>(store, .local)
    read = { () throws(Problem) in
      try await events.collection().opened(newest: AgendaNeeds.most).map { KeptEvent($0) }
    }
    write = { write throws(Problem) in
      let (all, typed) = (try await events.collection(), try await drafts.collection())
      try await events.write { batch throws(Problem) in
        for save in write.saves { try batch.save(save.event, over: save.over, in: all) }
        for deleted in write.deletes { try batch.delete(deleted.id, over: .version(deleted.version), in: all) }
        if let draft = write.draft { try batch.delete(draft, in: typed) }
      }
      var saved: [KeptEvent] = []
      for save in write.saves {
        if let opened = try await all.opened(save.event.id) { saved.append(KeptEvent(opened)) }
      }
      return saved
    }
    changes = { events.changes() }
    recallView = { () throws(Problem) in try await views.collection().record(KeptView.own)?.view }
    keepView = { view throws(Problem) in try await views.collection().save(view, over: .anything) }
    self.drafts = DraftNeeds(drafts)
    bytes = { path throws(Problem) in try EventFile.bytes(at: path) }
    self.handOut = handOut
  }
}

/// Changes of events that are made together.
public struct EventWrite: Sendable, Equatable {
  struct Save: Sendable, Equatable {
    let event: CalendarEvent
    let over: Over
  }

  var saves: [Save] = []
  /// The events that an import replaces, as they are.
  var replaced: [CalendarEvent] = []
  /// The events of a file, each with its series, that the changes take over.
  var count = 0
  var deletes: [KeptEvent] = []
  var draft: ID<EventDraft>?
}

extension EventWrite {
  /// The changes that save what was typed. A part of a series becomes an event of its own, whose identifier follows from
  /// the series and the occurrence, so that two devices that change the same one make one event.
  init(_ order: EventOrder, new id: ID<CalendarEvent>) {
    draft = order.draft
    let over = order.version.map { Over.version($0) } ?? .nothing
    guard let opened = order.opened, case .edit(_, let key, let scope) = order.form else {
      var event = order.event.named(order.opened?.id ?? id)
      event.uid = order.opened?.uid
      saves = [Save(event: event, over: over)]
      return
    }
    guard let key, opened.isRepeating, scope != .all, scope == .one || key.local != opened.start else {
      var event = order.event.named(opened.id)
      event.exceptions = event.rule == nil ? nil : opened.exceptions(from: nil, movedTo: event.start)
      event.uid = opened.uid
      saves = [Save(event: event, over: over)]
      return
    }
    var part = order.event.named(ID(named: "\(opened.id) \(scope.rawValue) \(key.text)"))
    if scope == .one {
      part.rule = nil
      saves = [Save(event: opened.leavingOut(key), over: over), Save(event: part, over: .anything)]
    } else {
      part.exceptions = part.rule == nil ? nil : opened.exceptions(from: key, movedTo: part.start)
      saves = [Save(event: opened.ending(before: key), over: over), Save(event: part, over: .anything)]
    }
  }

  /// The changes that delete an event, or a part of a series.
  init(removing kept: KeptEvent, _ key: OccurrenceKey?, _ scope: EventScope) {
    guard let key, kept.event.isRepeating, scope != .all, scope == .one || key.local != kept.event.start else {
      deletes = [kept]
      return
    }
    let left = scope == .one ? kept.event.leavingOut(key) : kept.event.ending(before: key)
    saves = [Save(event: left, over: .version(kept.version))]
  }
}

extension CalendarEvent {
  func named(_ id: ID<CalendarEvent>) -> CalendarEvent {
    CalendarEvent(
      id: id, title: title, details: details, place: place, startsAt: startsAt, endsAt: endsAt, isAllDay: isAllDay,
      zone: zone, rule: rule, exceptions: exceptions, uid: id == self.id ? uid : nil)
  }
}
