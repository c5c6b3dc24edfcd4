import Catalog
import Chance
import FoundationEssentials
import Interface
import Kernel
import Notifications
import ShellTesting
import Storage
import Testing

@testable import Shell

@Suite("Flights with a product's notifications", .timeLimit(.minutes(10))) struct NoticeFlightTests {
  /// Products that plan by the hour of the day.
  private static let products = Product.all.filter { ["yhealth", "volvox", "dailypa"].contains($0.id) }

  private func date(_ second: Int) -> Date { Date(timeIntervalSince1970: Double(second)) }

  /// Turns notifications on, and enters what there is to be notified of for a week.
  private func prepare(_ window: Window, _ product: Product, from start: Int) async throws {
    try await window.perform(.open(Route(["notifications", "device"])))
    try await window.perform(.tap(.label("Turn on notifications")))
    switch product.id {
    case "volvox":
      try await window.perform(.open(Route(["sobriety", "date"])))
      try await window.perform(.type(.label("Sober since"), String(Moment(date(start - 4 * 86_400)).text.prefix(10))))
      try await window.perform(.tap(.label("Save")))
    case "dailypa":
      for day in 1..<8 {
        for time in ["06:30", "12:00", "12:00", "23:00"] {
          try await window.perform(.open(Route(["todos", "add"])))
          try await window.perform(.type(.label("Title"), "Call \(day) \(time)"))
          let due = String(Moment(date(start + day * 86_400)).text.prefix(10))
          try await window.perform(.type(.label("Due day"), due))
          try await window.perform(.type(.label("Time"), time))
          try await window.perform(.tap(.label("Save todo")))
        }
      }
    default: break
    }
  }

  /// Two flights of nine at each commit, and others at the next ones.
  @Test(
    "for days around it nothing comes in quiet hours, beyond the number a day, or twice",
    arguments: products, RotatingShare.current.part(of: Array(1..<10), every: 5))
  func flight(_ product: Product, _ number: Int) async throws {
    let (before, after) = (NoticeYear.flights[number - 1].zone, NoticeYear.flights[number])
    func zone(_ second: Int) -> TimeZone { second < after.from ? before : after.zone }
    let start = after.from - 3 * 86_400
    let person = try await Person.test(product, clock: ManualTime(Moment(date(start), in: before)))
    let window = await person.window()
    let recorder = OutletRecorder(window)
    try await prepare(window, product, from: start)
    for hour in 0..<8 * 24 {
      let now = start + hour * 3600
      try await window.perform(.setClock(date(now + 5), zone: zone(now).identifier))
    }
    let entries = try await person.store.collection(NotificationEntry.self, .owned(.background)).records()
    var days: [Int: Int] = [:]
    for entry in entries {
      let at = Int(entry.sentAt.timeIntervalSince1970)
      let local = NoticeYear.local(at, in: zone(at))
      let isQuiet = local.rest >= 22 * 3600 || local.rest < 7 * 3600
      #expect(!isQuiet, "\(entry.name) at \(entry.sentAt) in \(zone(at))")
      // What became part of another one came with it.
      if !entry.isRead { days[local.day, default: 0] += 1 }
    }
    if product.id != "dailypa" { #expect(days.values.allSatisfy { $0 <= 3 }, "\(days)") }
    let names = recorder.pushes.compactMap(\.name)
    #expect(Set(names).count == names.count && names.count == entries.count { !$0.isRead })
    #expect(names.count >= 5, "\(product.id) \(names)")
    await window.close()
    await person.close()
  }
}
