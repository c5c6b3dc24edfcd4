public import CalDAV
public import HTTP
public import ICalendar
public import Kernel
internal import Platform
public import Storage

/// The dependencies of the sync with a calendar. The link, the password and the copies are kept in the person's store.
public struct CalendarSyncNeeds: Sendable {
  let store: Store
  /// Sends a request to a calendar server.
  public var ask: @Sendable (Outgoing) async throws(Problem) -> Incoming
  /// The same with the person's access to Google.
  public var askGoogle: @Sendable (Outgoing) async throws(Problem) -> Incoming
  /// The person's events, each with its series.
  public var items: @Sendable () async throws(Problem) -> [CalendarItem]
  public var settle: Settle
  /// Todos with a due day, as events.
  public var marked: @Sendable () async throws(Problem) -> [CalendarItem]
  /// The origin at which Google answers.
  public var googleOrigin: String
  /// The calendar of this device, which a shell hands in; nil where there is none.
  public var device: RemoteCalendar?

  /// Makes the changes of events in one transaction with what `alongside` adds to it for the positions of those that are made,
  /// and returns these positions. An event that is no longer as its change says stays.
  public typealias Settle =
    @Sendable (
      [LocalChange], _ alongside: @escaping @Sendable (inout Batch, Set<Int>) throws(Problem) -> Void
    ) async throws(Problem) -> Set<Int>

  public static let google = "https://apidata.googleusercontent.com"

  public init(
    _ store: Store, ask: @escaping @Sendable (Outgoing) async throws(Problem) -> Incoming,
    askGoogle: @escaping @Sendable (Outgoing) async throws(Problem) -> Incoming,
    items: @escaping @Sendable () async throws(Problem) -> [CalendarItem],
    settle: @escaping Settle, marked: @escaping @Sendable () async throws(Problem) -> [CalendarItem],
    google: String = CalendarSyncNeeds.google, device: RemoteCalendar? = nil
  ) {
    self.store = store
    self.ask = ask
    self.askGoogle = askGoogle
    self.items = items
    self.settle = settle
    self.marked = marked
    googleOrigin = google
    self.device = device
  }

  /// The collections of the sync. None of them belongs in an archive: access to an account stays on its device.
  public static let collections = [
    CalendarLink.collection, CalendarSecret.collection, CalendarToken.collection, KeptCopy.collection,
  ]
}

/// The records of the sync.
struct CalendarShelves: Sendable {
  let links: Shelf<CalendarLink>
  let secrets: Shelf<CalendarSecret>
  let tokens: Shelf<CalendarToken>
  let copies: Shelf<KeptCopy>

  init(_ store: Store) {
    links = Shelf(store, .local)
    secrets = Shelf(store, .local)
    tokens = Shelf(store, .local)
    copies = Shelf(store, .local)
  }

  func link() async throws(Problem) -> CalendarLink? { try await links.collection().record(CalendarLink.own) }

  func secret() async throws(Problem) -> Redacted<String> {
    Redacted(try await secrets.collection().record(CalendarSecret.own)?.password ?? "")
  }

  /// Keeps a new link with its password, and forgets what was known of another calendar.
  func begin(_ link: CalendarLink, _ password: Redacted<String>) async throws(Problem) {
    try await forget()
    let (all, secrets) = (try await links.collection(), try await secrets.collection())
    try await links.write { batch throws(Problem) in
      try batch.save(link, over: .anything, in: all)
      try batch.save(CalendarSecret(password: password.revealed, at: link.since), over: .anything, in: secrets)
    }
  }

  func keep(_ link: CalendarLink) async throws(Problem) { try await links.collection().save(link, over: .anything) }

  func forget() async throws(Problem) {
    let (all, secrets) = (try await links.collection(), try await secrets.collection())
    let (tokens, copies) = (try await tokens.collection(), try await copies.collection())
    let kept = try await copies.records()
    try await links.write { batch throws(Problem) in
      try batch.delete(CalendarLink.own, in: all)
      try batch.delete(CalendarSecret.own, in: secrets)
      try batch.delete(CalendarToken.own, in: tokens)
      for copy in kept { try batch.delete(copy.id, in: copies) }
    }
  }

  func ports(_ needs: CalendarSyncNeeds, at now: Date) -> CalendarPorts {
    let shelves = self
    return CalendarPorts(
      local: needs.items, marked: needs.marked,
      settle: { settlements throws(Problem) in
        let all = try await shelves.copies.collection()
        let changing = settlements.filter { $0.change != nil }
        // Events are unchanged where only a copy is new.
        @Sendable func settled(_ made: Set<Int>) -> [CalendarPlan.Settlement] {
          settlements.filter { $0.change == nil }
            + changing.enumerated().filter { made.contains($0.offset) }.map(\.element)
        }
        let made = try await needs.settle(changing.compactMap(\.change)) { batch, made throws(Problem) in
          for settlement in settled(made) {
            if let copy = settlement.copy {
              try batch.save(KeptCopy(copy: copy, at: now), over: .anything, in: all)
            } else {
              try batch.delete(KeptCopy.id(settlement.name), in: all)
            }
          }
        }
        return Set(settled(made).map(\.name))
      },
      copies: { () throws(Problem) in try await shelves.copies.collection().records().map(\.copy) },
      keep: { copies, dropped throws(Problem) in
        let all = try await shelves.copies.collection()
        try await shelves.copies.write { batch throws(Problem) in
          for name in dropped { try batch.delete(KeptCopy.id(name), in: all) }
          for copy in copies { try batch.save(KeptCopy(copy: copy, at: now), over: .anything, in: all) }
        }
      },
      token: { () throws(Problem) in try await shelves.tokens.collection().record(CalendarToken.own)?.token },
      keepToken: { token throws(Problem) in
        let all = try await shelves.tokens.collection()
        guard let token else { return try await all.delete(CalendarToken.own) }
        try await all.save(CalendarToken(token: token, at: now), over: .anything)
      })
  }
}
