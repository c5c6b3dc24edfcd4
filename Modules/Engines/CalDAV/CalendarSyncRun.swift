public import ICalendar
public import Kernel
public import Platform

/// The needs of a sync towards its device.
public struct CalendarPorts: Sendable {
  /// The events here, each with its series.
  public var local: @Sendable () async throws(Problem) -> [CalendarItem]
  /// Todos with a due day, as events.
  public var marked: @Sendable () async throws(Problem) -> [CalendarItem]
  /// Makes the changes here and keeps or drops the copies that belong to them, all in one transaction: a change without its copy
  /// would pass for the person's own. Returns the names of the resources that were settled. An event that is no longer as `before`
  /// says stays, and so does its copy.
  public var settle: @Sendable ([CalendarPlan.Settlement]) async throws(Problem) -> Set<String>
  public var copies: @Sendable () async throws(Problem) -> [CalendarCopy]
  /// Keeps copies and drops those of the other names, in one transaction.
  public var keep: @Sendable (_ copies: [CalendarCopy], _ dropped: [String]) async throws(Problem) -> Void
  public var token: @Sendable () async throws(Problem) -> String?
  public var keepToken: @Sendable (String?) async throws(Problem) -> Void

  public init(
    local: @escaping @Sendable () async throws(Problem) -> [CalendarItem],
    marked: @escaping @Sendable () async throws(Problem) -> [CalendarItem],
    settle: @escaping @Sendable ([CalendarPlan.Settlement]) async throws(Problem) -> Set<String>,
    copies: @escaping @Sendable () async throws(Problem) -> [CalendarCopy],
    keep: @escaping @Sendable (_ copies: [CalendarCopy], _ dropped: [String]) async throws(Problem) -> Void,
    token: @escaping @Sendable () async throws(Problem) -> String?,
    keepToken: @escaping @Sendable (String?) async throws(Problem) -> Void
  ) {
    self.local = local
    self.marked = marked
    self.settle = settle
    self.copies = copies
    self.keep = keep
    self.token = token
    self.keepToken = keepToken
  }
}

/// One sync with a calendar, which carries a plan out. It can end anywhere: what is on the device is saved together with the copy
/// that says so, and a write that was done without its answer is found out by its ETag.
public struct CalendarSyncRun: Sendable {
  private let remote: RemoteCalendar
  private let needs: CalendarPorts
  private var plan: CalendarPlan
  /// Events that were changed here meanwhile. They are settled by the next sync.
  private var unsettled: Set<String> = []

  /// Resources that are settled together.
  private static let atOnce = 500
  private static let mostTries = 4

  /// Syncs once. Throws when the calendar or the device cannot go on; what was done until then stays done.
  public static func run(
    _ remote: RemoteCalendar, calendar: String, needs: CalendarPorts, own: TimeZone, at now: Date,
    isConfirmed: Bool = false
  ) async throws(Problem) -> CalendarReport {
    let plan = CalendarPlan(
      calendar: calendar, local: try await needs.local(), marked: try await needs.marked(),
      copies: try await needs.copies(),
      own: own, at: now, isConfirmed: isConfirmed)
    var run = CalendarSyncRun(remote: remote, needs: needs, plan: plan)
    try await run.receive()
    try await run.send()
    return run.plan.report
  }

  private init(remote: RemoteCalendar, needs: CalendarPorts, plan: CalendarPlan) {
    (self.remote, self.needs, self.plan) = (remote, needs, plan)
  }

  // MARK: Receiving

  private mutating func receive() async throws(Problem) {
    let changes = try await remote.changes(try await needs.token())
    let (wanted, gone) = (plan.wanted(changes), plan.gone(changes))
    plan.leaving = Set(gone)
    for start in stride(from: 0, to: wanted.count, by: CalendarSyncRun.atOnce) {
      let names = Array(wanted[start..<min(start + CalendarSyncRun.atOnce, wanted.count)])
      let found = try await remote.fetch(names)
      try await settle(found)
      // What was listed and is gone meanwhile will be listed as removed.
    }
    let isHeld = plan.holdsBack(gone: gone)
    if !isHeld { try await settle(gone: gone) }
    // A token that is passed over what was not settled would hide it for good.
    if unsettled.isEmpty, !isHeld { try await needs.keepToken(changes.token) }
  }

  private mutating func settle(_ resources: [RemoteCalendar.Resource]) async throws(Problem) {
    try await take(resources.map { plan.settle($0) })
  }

  private mutating func settle(gone names: [String]) async throws(Problem) {
    try await take(names.map { plan.settle(gone: $0) })
  }

  private mutating func take(_ all: [CalendarPlan.Settlement]) async throws(Problem) {
    guard !all.isEmpty else { return }
    let settled = try await needs.settle(all)
    for settlement in all {
      if settled.contains(settlement.name) {
        plan.accept(settlement)
      } else if let change = settlement.change {
        unsettled.insert(change.uid)
      }
    }
  }

  // MARK: Sending

  private mutating func send() async throws(Problem) {
    for first in plan.writes(except: unsettled) {
      var next: CalendarPlan.Write? = first
      for attempt in 0..<CalendarSyncRun.mostTries {
        guard let write = next else { break }
        next = try await carryOut(write)
        if next != nil, attempt == CalendarSyncRun.mostTries - 1 {
          plan.refused(write, "The calendar changes it all the time, so it waits for the next sync.")
        }
      }
    }
  }

  /// Carries a write out. Returns the one that replaces it after a conflict.
  private mutating func carryOut(_ write: CalendarPlan.Write) async throws(Problem) -> CalendarPlan.Write? {
    let outcome: RemoteCalendar.Outcome
    if case .put(let name, _, _, nil) = write, let copy = plan.copy(after: write, etag: "")?.pending {
      // Its answer may be lost.
      try await needs.keep([copy], [])
      plan.keep(copy, at: name)
    }
    switch write {
    case .put(let name, _, let text, let etag): outcome = try await remote.put(name, text, etag)
    case .delete(let name, let etag): outcome = try await remote.delete(name, etag)
    }
    switch outcome {
    case .refused(let sentence): plan.refused(write, sentence)
    case .conflict: return try await settleAgain(write)
    case .done(let etag):
      plan.report.sent += 1
      guard case .put(let name, _, _, _) = write else {
        try await needs.keep([], [write.name])
        plan.keep(nil, at: write.name)
        return nil
      }
      if let etag, let copy = plan.copy(after: write, etag: etag) {
        try await needs.keep([copy], [])
        plan.keep(copy, at: name)
      } else {
        // The server may have changed the text.
        let assumed = plan.copy(after: write, etag: "")
        plan.keep(assumed, at: name)
        try await settle(try await remote.fetch([name]))
      }
    }
    return nil
  }

  private mutating func settleAgain(_ write: CalendarPlan.Write) async throws(Problem) -> CalendarPlan.Write? {
    let found = try await remote.fetch([write.name])
    try await settle(found)
    if found.isEmpty { try await settle(gone: [write.name]) }
    if case .put(_, let uid, _, _) = write, unsettled.contains(uid) { return nil }
    return plan.again(write)
  }
}
