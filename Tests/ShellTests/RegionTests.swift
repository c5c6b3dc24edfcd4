import Foundation
import Interface
import JSON
import Kernel
import ShellTesting
import Testing

@testable import Shell

@Suite("The place of a window") struct RegionTests {
  // 15 January 2027, 08:00 in London, is the evening before on Samoa.
  private let samoa = RegionalSettings(locale: "de-DE", zone: "Pacific/Pago_Pago")
  private let form = Route(["log", "activity"])

  private func value(_ label: String, in frame: Frame) -> String? {
    frame.everything.first { $0.label == label }?.value
  }

  /// Saves the form. Returns the words of the history.
  private func saved(_ window: Window) async throws -> [String] {
    try await window.perform(.tap(.label("Save")))
    return try await window.perform(.open(Route(["history"]))).labels
  }

  @Test("A window shows the day and the time of its own zone, and enters numbers in its own locale")
  func opened() async throws {
    let person = try await Person.test()
    let (here, there) = (await person.window(), await person.window(in: RegionalSettings(zone: "Pacific/Pago_Pago")))
    // What a window does not report it takes from the last one that did.
    #expect(try await value("Day", in: here.perform(.open(form))) == "2027-01-14")
    try await here.perform(.region(RegionalSettings(zone: "Europe/London")))
    #expect(try await value("Day", in: here.perform(.open(form))) == "2027-01-15")
    #expect(try await value("Day", in: there.perform(.open(form))) == "2027-01-14")
    #expect(try await value("Time", in: there.perform(.screen)) == "21:00")
    try await there.perform(.region(RegionalSettings(locale: "de-DE")))
    try await there.perform(.type(.label("Distance"), "6,5"))
    #expect(try await saved(there).contains { $0.contains("6,5 km") })
  }

  @Test("A window without a report has the zone of the clock, and the person that of the window acted in last")
  func last() async throws {
    let person = try await Person.test()
    let window = await person.window()
    #expect(try await value("Day", in: window.perform(.open(form))) == "2027-01-15")
    #expect(person.context.time.now().zone == noon.zone && person.context.time.now().locale == Moment.usualLocale)
    let other = await person.window(in: samoa)
    #expect(person.context.time.now().zone == samoa.zone)
    try await window.perform(.region(RegionalSettings(locale: "fr-FR", zone: "Europe/Paris")))
    #expect(person.context.time.now().locale == "fr-FR")
    try await other.perform(.back)
    #expect(person.context.time.now().zone == samoa.zone)
    await other.close()
    #expect(person.context.time.now().zone == samoa.zone, "after it has closed, too")
  }

  @Test("The person's zone is kept over a restart, before any window says where it is")
  func kept() async throws {
    let folder = TestFolder()
    for restart in [false, true] {
      let person = try await Person.test(home: .folder(folder.path), clock: nil)
      #expect((person.context.time.now().zone == samoa.zone) == restart)
      let window = await person.window(in: restart ? RegionalSettings() : samoa)
      #expect(person.context.time.now().zone == samoa.zone)
      await window.close()
      await person.close()
    }
    // A manual clock has a zone of its own.
    let person = try await Person.test(home: .folder(folder.path))
    #expect(person.context.time.now().zone == noon.zone)
    await person.close()
  }

  @Test("The features are told when the person is in another zone, and only then")
  func told() async throws {
    let moves = Locked(0)
    let studio = Product.studio()
    let product = Product(
      id: studio.id, name: studio.name, tagline: studio.tagline, theme: studio.theme, home: studio.home,
      tabs: studio.tabs, unavailable: studio.unavailable
    ) { studio.features($0).following(zone: { moves.withLock { $0 += 1 } }) }
    let person = try await Person.test(product)
    let here = await person.window(in: samoa)
    #expect(moves.withLock { $0 } == 0)
    try await here.perform(.region(samoa))
    let there = await person.window(in: RegionalSettings(zone: "Europe/Rome"))
    #expect(moves.withLock { $0 } == 1)
    try await here.perform(.back)
    #expect(moves.withLock { $0 } == 2)
    try await here.perform(.region(RegionalSettings(zone: "Asia/Tokyo")))
    try await there.perform(.setClock(noon.date, zone: "Europe/Paris"))
    #expect(moves.withLock { $0 } == 4)
  }

  @Test("A new place keeps what is typed, and an unknown one changes nothing")
  func typed() async throws {
    let window = try await Person.test().window(in: RegionalSettings(locale: "de-DE", zone: "Europe/Berlin"))
    try await window.perform(.open(form))
    try await window.perform(.type(.label("Distance"), "1,234"))
    let frame = try await window.perform(.region(RegionalSettings(locale: "en-GB", zone: "Asia/Tokyo")))
    #expect(value("Distance", in: frame) == "1,234" && value("Time", in: frame) == "09:00")
    let before = try await window.perform(.screen)
    #expect(try await window.perform(.region(RegionalSettings(locale: "?", zone: "Mars/Base"))) == before)
    #expect(try await saved(window).contains { $0.contains("1.234 km") })
  }

  @Test("Setting the clock to another zone moves all windows with it")
  func travel() async throws {
    let window = try await Person.test().window(in: samoa)
    try await window.perform(.setClock(noon.date, zone: "Europe/Rome"))
    #expect(try await value("Time", in: window.perform(.open(form))) == "09:00")
  }

  @Test("A number that a program types as a number stays it, in a locale with a decimal comma, too")
  func number() async throws {
    let window = try await Person.test().window(in: samoa)
    try await window.perform(.open(form))
    let command = try #require(try Command(method: "type", params: ["label": "Distance", "text": 1.234]))
    #expect(try await value("Distance", in: window.perform(command)) == "1,234")
    #expect(try await saved(window).contains { $0.contains("1,234 km") })
  }
}

extension RegionalSettings {
  fileprivate init(zone: String) { self.init(locale: nil, zone: zone) }
}
