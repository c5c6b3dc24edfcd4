import Chance
import Foundation
import ICalendar
import Kernel
import Testing

@testable import CalDAV

@Suite("Two devices on one calendar") struct CalendarSimulationTests {
  private static func event(_ uid: String, _ chance: Int) -> CalendarItem {
    let start = Date(timeIntervalSince1970: 1_795_000_000 + Double(chance) * 3_600)
    return CalendarItem(
      uid: uid,
      content: CalendarContent(title: "Event", startsAt: start, endsAt: start.addingTimeInterval(1_800), zone: "GMT"),
      rule: chance.isMultiple(of: 3) ? "FREQ=DAILY;COUNT=9" : nil)
  }

  /// The field that each party changes, so that no two change the same.
  private static func edit(_ item: inout CalendarItem, by party: Int, to text: String) {
    switch party {
    case 0: item.content.place = text
    case 1: item.content.details = text
    default: item.content.title = text
    }
  }

  private static func field(_ item: CalendarItem, of party: Int) -> String? {
    switch party {
    case 0: item.content.place
    case 1: item.content.details
    default: item.content.title
    }
  }

  @Test(
    "whatever is cut, refused, expired or wrong about ETags, no event is lost, none is there twice, and no field goes back"
  )
  func simulation() async throws {
    var random = try FuzzPlan.generator(for: "calendar-simulation")
    let seeds = ProcessInfo.processInfo.environment["TROUPE_CALENDAR_SEEDS"].flatMap { Int($0) } ?? 60
    for seed in 0..<seeds {
      func seeded() -> Seeded { Seeded(UInt64.random(in: 0...UInt64.max, using: &random)) }
      let calendar = ModelCalendar(seeded())
      let devices = [ModelDevice(seeded()), ModelDevice(seeded())]
      calendar.state.withLock { state in
        state.faults = [0, 5, 20, 40].randomElement(using: &random) ?? 0
        state.knowsTokens = !seed.isMultiple(of: 4)
      }
      for device in devices { device.state.withLock { $0.faults = seed.isMultiple(of: 2) ? 10 : 0 } }
      var made: Set<String> = []
      var deleted: Set<String> = []
      var written: [String: [Int: String]] = [:]
      for step in 0..<Int.random(in: 10...40, using: &random) {
        let party = Int.random(in: 0..<3, using: &random)
        let chance = Int.random(in: 0..<100, using: &random)
        let text = "\(seed)-\(step)"
        func change(_ all: [String: CalendarItem]) -> (String, CalendarItem?)? {
          if chance < 30 || all.isEmpty {
            made.insert(text)
            return (text, Self.event(text, step))
          }
          guard var item = all.values.sorted(by: { $0.uid < $1.uid }).randomElement(using: &random) else { return nil }
          if chance < 36 {
            deleted.insert(item.uid)
            return (item.uid, nil)
          }
          Self.edit(&item, by: party, to: text)
          written[item.uid, default: [:]][party] = text
          return (item.uid, item)
        }
        if party < 2, chance < 60 {
          devices[party].state.withLock { state in
            if let (uid, item) = change(state.items) { state.items[uid] = item }
          }
        } else if party < 2 {
          _ = try? await devices[party].sync(calendar)
        } else {
          calendar.state.withLock { state in
            let all = state.resources.compactMap { name, value in
              CalendarItems((try? ICalendar.read(Array(value.text.utf8))) ?? [], own: .gmt).items.first.map {
                (name, $0)
              }
            }
            let items = Dictionary(all.map { ($0.1.uid, $0.1) }, uniquingKeysWith: { one, _ in one })
            guard let (uid, item) = change(items) else { return }
            let name = all.first { $0.1.uid == uid }?.0 ?? "\(ModelCalendar.path)other-\(uid).ics"
            let base = state.resources[name].flatMap { try? ICalendar.read(Array($0.text.utf8)).first }
            let text = item.map { ICalendar.text(of: $0.calendar(over: base, own: .gmt, at: .distantPast)) }
            state.set(name, text)
          }
        }
      }
      // All is well again, and everybody syncs.
      calendar.state.withLock { $0.faults = 0 }
      for device in devices { device.state.withLock { $0.faults = 0 } }
      for _ in 0..<4 { for device in devices { try await device.sync(calendar) } }
      let server = calendar.items()
      let uids = server.map(\.uid)
      #expect(Set(uids).count == uids.count, "seed \(seed): an event is there twice")
      let there = Dictionary(server.map { ($0.uid, $0) }, uniquingKeysWith: { one, _ in one })
      for device in devices {
        #expect(device.state.withLock { $0.items } == there, "seed \(seed): a device differs")
      }
      #expect(made.subtracting(deleted).isSubset(of: uids), "seed \(seed): an event is lost")
      for (uid, fields) in written where !deleted.contains(uid) {
        for (party, text) in fields {
          #expect(there[uid].flatMap { Self.field($0, of: party) } == text, "seed \(seed): \(uid) lost a field")
        }
      }
      let again = try await devices[0].sync(calendar)
      #expect(again.sent == 0 && again.received == 0, "seed \(seed): it does not come to rest")
    }
  }
}
