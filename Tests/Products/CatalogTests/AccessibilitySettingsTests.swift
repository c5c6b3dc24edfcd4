import Catalog
import Covers
import Interface
import Kernel
import Navigation
import ShellTesting
import Testing

@testable import ProductKit
@testable import Settings
@testable import Shell

/// Tests the accessibility preferences of each product through its windows.
@Suite("Accessibility preferences")
struct AccessibilitySettingsTests {
  private let page = Route(["settings", "accessibility"])

  @Test(
    "apply to the next frame and to a new window, in every product", arguments: Product.all.map(\.id))
  func applied(product: String) async throws {
    let person = try await Person.open(try #require(Product.named(product)), home: .memory)
    let window = await person.window()
    #expect(window.frames.value.appearance == Appearance(theme: person.product.theme.id))
    try await window.perform(.open(page))
    var frame = try await window.perform(.choose(.label("Contrast"), .text("High")))
    #expect(frame.appearance.contrast == .more)
    frame = try await window.perform(.choose(.label("Vibration"), .text("Off")))
    #expect(frame.appearance.feedback == Feedback(haptics: .off))
    frame = try await window.perform(.choose(.label("Vibration"), .text("Strong")))
    frame = try await window.perform(.tap(.label("Sounds")))
    frame = try await window.perform(.tap(.label("Captions and visual alerts")))
    #expect(frame.appearance.feedback == Feedback(haptics: .strong, sounds: true, captions: true))
    frame = try await window.perform(.choose(.label("Messages stay"), .text("Longer")))
    #expect(frame.appearance.timeLimits == .longer)
    frame = try await window.perform(.tap(.label("Sounds")))
    #expect(!frame.appearance.feedback.sounds && frame.appearance.feedback.captions)
    let other = await person.window()
    #expect(other.frames.value.appearance == frame.appearance)
  }

  @Test("can be put back, one by one", arguments: Product.all.map(\.id))
  func reset(product: String) async throws {
    let window = try await Person.open(try #require(Product.named(product)), home: .memory).window()
    try await window.perform(.open(page))
    try await window.perform(.choose(.label("Messages stay"), .text("Until dismissed")))
    try await window.perform(.tap(.label("Reset Messages stay")))
    let frame = try await window.perform(.tap(.label("Reset")))
    #expect(frame.appearance.timeLimits == .usual)
  }

  @Test("give a chart no vibration where it is turned off", .covers("yh-S04.3.2-L9"))
  func optional() async throws {
    let window = try await Person.open(try #require(Product.named("yhealth")), home: .memory).window()
    let haptic = Outlet.haptic(.selection)
    #expect(haptic.cue(under: window.frames.value.appearance.feedback)?.vibration.isEmpty == false)
    try await window.perform(.open(page))
    let frame = try await window.perform(.choose(.label("Vibration"), .text("Off")))
    for kind in Haptic.allCases { #expect(Outlet.haptic(kind).cue(under: frame.appearance.feedback) == nil) }
  }
}
