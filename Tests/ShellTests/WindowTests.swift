import Catalog
import Connectivity
import Covers
import FoundationEssentials
import Interface
import JSON
import Kernel
import Navigation
import SchemaCheck
import ShellTesting
import Testing
import Volvox

@testable import Shell

@Suite("A window")
struct WindowTests {
  @Test(
    "shows the pillars in a row; opening one keeps the Pillars tab current, and Back returns",
    .covers("yh-S04.2.1-AC3", "yh-S04.2.1-B14"))
  func yhealth() async throws {
    let window = try await Person.test().window()
    var frame = try await window.perform(.tap(.label("Pillars")))
    #expect(frame.node("parts")?.children.map(\.label) == ["Fitness", "Nutrition", "Wellbeing"])
    frame = try await window.perform(.tap(.label("Nutrition")))
    #expect(frame.title == "Nutrition" && frame.currentTabs == ["Pillars"])
    frame = try await window.perform(.back)
    #expect(frame.title == "Pillars")
  }

  @Test("opens the page of a channel that is not ready, and goes back from it to the screen before")
  func channels() async throws {
    let window = try await Person.test().window()
    try await window.perform(.network(.online))
    try await window.perform(.tap(.label("Insights")))
    let frame = try await window.perform(.tap(.label("WhatsApp")))
    #expect(frame.route.text == "/whatsapp" && frame.title == "WhatsApp" && frame.dialog == nil && frame.toasts.isEmpty)
    #expect(frame.currentTabs == ["Insights"])
    #expect(try await window.perform(.back).route.text == "/insights")
  }

  @Test("shows how to connect a channel without a page in a dialog, and reports what is unavailable")
  func plainChannels() async throws {
    let window = try await Person.test(.studio()).window()
    var frame = try await window.perform(.tap(.label("Fax")))
    let dialog = try #require(frame.dialog)
    #expect(dialog.label == "Connect Fax" && dialog.all.count { $0.role == .listitem } == 2)
    frame = try await window.perform(.tap(.label("Connect")))
    #expect(frame.toast == "Fax is currently unavailable. Try again later." && frame.dialog == nil)
    #expect(frame.route.text == "/studio")
  }

  @Test("restores the screen and the scroll position of a tab", .covers("vx-US7-5", "vx-FR-051"))
  func scroll() async throws {
    let window = try await Person.test(.volvox).window()
    try await window.perform(.act(.id("screen"), .scroll, .number(240)))
    #expect(try await window.perform(.tap(.label("Messages"))).scroll == 0)
    #expect(try await window.perform(.open(Route(["search"]))).currentTabs == ["Messages"])
    try await window.perform(.act(.id("screen"), .scroll, .number(80)))
    let home = try await window.perform(.tap(.id("tabs.\(Product.volvox.home.id)")))
    #expect(home.route.text == "/sobriety" && home.scroll == 240)
    let messages = try #require(Product.volvox.tabs.first { $0.title == "Messages" })
    let back = try await window.perform(.tap(.id("tabs.\(messages.id)")))
    #expect(back.route.text == "/search" && back.scroll == 80)
  }

  @Test("finds a screen by its name")
  func search() async throws {
    let window = try await Person.test().window()
    try await window.perform(.tap(.label("Search")))
    var frame = try await window.perform(.type(.label("Find a screen"), "steps"))
    #expect(frame.node("count")?.label == "3 screens")
    frame = try await window.perform(.tap(.id("screens.pillars-fitness")))
    #expect(frame.title == "Fitness")
  }

  @Test("renders again when the connection changes, and opens a screen that needs one only while connected")
  func connectivity() async throws {
    let window = try await Person.test(.studio()).window()
    #expect(window.frames.value.node("online")?.label == "Online: false")
    var frame = try await window.perform(.tap(.label("Online")))
    #expect(frame.toast == "Online needs a connection. Connect and try again." && frame.route.text == "/studio")
    frame = try await window.perform(.network(.slow))
    #expect(frame.node("online")?.label == "Online: true")
    #expect(try await window.perform(.tap(.label("Online"))).route.text == "/online")
    #expect(try await window.perform(.network(.offline)).route.text == "/online")
  }

  @Test("logs an element without a name for screen readers once", .covers("yh-S04.7.1-E1"))
  func unnamed() async throws {
    let lines = Locked<[Log.Line]>([])
    let log = Log { line in lines.withLock { $0.append(line) } }
    let window = try await Person.test(.studio(), log: log).window()
    let noted = "A button of the screen studio has no name for screen readers."
    #expect(!lines.withLock { $0.map(\.text) }.contains(noted))
    try await window.perform(.type(.label("Name"), "bare"))
    try await window.perform(.tap(.label("Count")))
    #expect(lines.withLock { $0.map(\.text) }.filter { $0 == noted }.count == 1)
  }

  @Test("notifies a feature once when its place appears, and once when it disappears")
  func appearing() async throws {
    let made = Locked<[Studio]>([])
    let window = try await Person.test(.studio(made: made)).window()
    try await window.perform(.open(Route(["other"])))
    try await window.perform(.back)
    #expect(
      made.withLock { $0.last }?.states.value.told
        == ["appeared /studio", "left /studio", "appeared /other", "left /other", "appeared /studio"])
  }

  @Test("refreshes a screen that supports it, and leaves any other unchanged")
  func refresh() async throws {
    let window = try await Person.test(.studio()).window()
    #expect(try await window.perform(.refresh).node("counted")?.label == "Counted 1")
    let other = try await Person.test().window()
    #expect(try await other.perform(.refresh) == other.perform(.screen))
  }

  @Test("goes back from a feature's dialog, then from the screen, then asks to leave", .covers("yh-S04.2.2-AC7"))
  func back() async throws {
    let window = try await Person.test(.studio()).window()
    let recorder = OutletRecorder(window)
    try await window.perform(.open(Route(["other"])))
    #expect(try await window.perform(.tap(.label("Ask"))).dialog != nil)
    let frame = try await window.perform(.back)
    #expect(frame.dialog == nil && frame.route.text == "/other")
    #expect(try await window.perform(.back).route.text == "/studio")
    #expect(!recorder.all.contains(.leave))
    try await window.perform(.back)
    #expect(recorder.all.contains(.leave))
  }

  @Test("announces the title of a new screen to screen readers")
  func announces() async throws {
    let window = try await Person.test().window()
    let recorder = OutletRecorder(window)
    try await window.perform(.tap(.label("Insights")))
    #expect(recorder.all == [.changed(Announcement("Insights"))])
  }
}
