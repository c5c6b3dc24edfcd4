import Chance
import Foundation
import ICalendar
import Kernel

@testable import CalDAV

/// A calendar server as a value, with faults that a seed decides.
final class ModelCalendar: Sendable {
  struct State {
    var resources: [String: (etag: String, text: String)] = [:]
    /// The names of changed resources in order; a token is a place in it.
    var log: [String] = []
    var oldest = 0
    var count = 0
    var random: Seeded
    /// The number of requests in a hundred that meet a fault.
    var faults = 0
    var knowsTokens = true

    mutating func happens() -> Bool { faults > 0 && Int.random(in: 0..<100, using: &random) < faults }

    mutating func set(_ name: String, _ text: String?) {
      count += 1
      resources[name] = text.map { ("\"\(count)\"", $0) }
      log.append(name)
    }
  }

  static let path = "/calendars/noor/office/"
  static let cut = Problem("cut", "The line was cut.", remedy: "Try again.")
  let state: Locked<State>

  init(_ random: Seeded) { state = Locked(State(random: random)) }

  var remote: RemoteCalendar {
    let state = state
    return RemoteCalendar(
      changes: { since throws(Problem) in
        try state.withLock { state throws(Problem) in try Self.changes(&state, since) }
      },
      fetch: { names throws(Problem) in
        try state.withLock { state throws(Problem) in
          if state.happens() { throw Self.cut }
          return names.compactMap { name in
            state.resources[name].map { .init(name: name, etag: $0.etag, text: $0.text) }
          }
        }
      },
      put: { name, text, etag throws(Problem) in
        try state.withLock { state throws(Problem) in
          if state.happens() { throw Self.cut }
          if state.resources[name]?.etag != etag { return .conflict }
          // Another resource with this event.
          let uid = Self.uid(text)
          if state.resources.contains(where: { $0.key != name && Self.uid($0.value.text) == uid }) {
            return .refused("The calendar has this event in another place already.")
          }
          state.set(name, text)
          // Done, but the answer is lost.
          if state.happens() { throw Self.cut }
          // A lie, or no ETag at all.
          if state.happens() { return .done(Bool.random(using: &state.random) ? "\"lie\"" : nil) }
          return .done(state.resources[name]?.etag)
        }
      },
      delete: { name, etag throws(Problem) in
        try state.withLock { state throws(Problem) in
          if state.happens() { throw Self.cut }
          guard let now = state.resources[name] else { return .done(nil) }
          if now.etag != etag { return .conflict }
          state.set(name, nil)
          if state.happens() { throw Self.cut }
          return .done(nil)
        }
      })
  }

  private static func changes(_ state: inout State, _ since: String?) throws(Problem) -> RemoteCalendar.Changes {
    if state.happens() { throw cut }
    if state.happens() { state.oldest = state.log.count }
    // An ETag that changes although nothing else does.
    if state.happens(), let name = state.resources.keys.sorted().first, let text = state.resources[name]?.text {
      state.set(name, text)
    }
    let all = state.resources.mapValues(\.etag)
    let token = state.knowsTokens ? "\(state.log.count)" : nil
    guard state.knowsTokens, let since, let place = Int(since), place >= state.oldest, place <= state.log.count else {
      return .init(changed: all, isWhole: true, token: token)
    }
    let names = Set(state.log[place...])
    return .init(
      changed: all.filter { names.contains($0.key) }, removed: names.filter { all[$0] == nil }, isWhole: false,
      token: token)
  }

  static func uid(_ text: String) -> String? {
    (try? ICalendar.read(Array(text.utf8)))?.first?.components.lazy.compactMap { $0["UID"]?.value }.first
  }

  func items() -> [CalendarItem] {
    state.withLock { $0.resources.values.map(\.text) }.flatMap { text in
      CalendarItems((try? ICalendar.read(Array(text.utf8))) ?? [], own: .gmt).items
    }
  }
}

/// One device with its events, its copies and its token.
final class ModelDevice: Sendable {
  struct State {
    var items: [String: CalendarItem] = [:]
    var copies: [String: CalendarCopy] = [:]
    var token: String?
    /// The number of saves in a hundred that fail.
    var faults = 0
    var random: Seeded

    mutating func happens() -> Bool { faults > 0 && Int.random(in: 0..<100, using: &random) < faults }
  }

  let state: Locked<State>

  init(_ random: Seeded) { state = Locked(State(random: random)) }

  var needs: CalendarPorts {
    let state = state
    return CalendarPorts(
      local: { () throws(Problem) in state.withLock { Array($0.items.values) } }, marked: { () throws(Problem) in [] },
      settle: { settlements throws(Problem) in
        try state.withLock { state throws(Problem) in
          // Killed before the transaction, or after it.
          if state.happens() { throw ModelCalendar.cut }
          var done: Set<String> = []
          for settlement in settlements {
            if let change = settlement.change {
              guard state.items[change.uid] == change.before else { continue }
              state.items[change.uid] = change.after
            }
            state.copies[settlement.name] = settlement.copy
            done.insert(settlement.name)
          }
          if state.happens() { throw ModelCalendar.cut }
          return done
        }
      }, copies: { () throws(Problem) in state.withLock { Array($0.copies.values) } },
      keep: { copies, dropped throws(Problem) in
        try state.withLock { state throws(Problem) in
          if state.happens() { throw ModelCalendar.cut }
          for name in dropped { state.copies[name] = nil }
          for copy in copies { state.copies[copy.name] = copy }
        }
      }, token: { () throws(Problem) in state.withLock { $0.token } },
      keepToken: { token throws(Problem) in state.withLock { $0.token = token } })
  }

  @discardableResult
  func sync(_ calendar: ModelCalendar, isConfirmed: Bool = true) async throws(Problem) -> CalendarReport {
    try await CalendarSyncRun.run(
      calendar.remote, calendar: "https://c.example.org" + ModelCalendar.path, needs: needs, own: .gmt,
      at: Date(timeIntervalSince1970: 1_795_000_000), isConfirmed: isConfirmed)
  }
}
