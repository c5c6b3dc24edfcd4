import Covers
import Foundation
import Health
import Interface
import Kernel
import Navigation
import ShellTesting
import Testing

@testable import ProductKit
@testable import Shell
@testable import YHealth

@Suite("Opening a window")
struct OpeningTests {
  /// Reopens yHealth ten minutes after it was closed, with reads of its log held by a gate.
  private func later(
    _ gate: Gate, in home: Person.Home, first: (Window) async throws -> Void = { _ in }
  ) async throws -> Person {
    let person = try await Person.test(home: home)
    let window = await person.window()
    try await first(window)
    try await window.perform(.open(Route(["log", "mood"])))
    try await window.perform(.choose(.label("Mood"), .number(8)))
    try await window.perform(.tap(.label("Save")))
    let left = try await window.perform(.open(Route(["dashboard"])))
    #expect(left.value(of: "Mood") == "8 of 10" && left.updated == "Last updated 08:00")
    await window.close()
    await person.close()
    let product = Product.yhealth { log in
      var held = log
      held.read = { newest throws(Problem) in
        await gate.passed()
        return try await log.read(newest)
      }
      return held
    }
    let clock = ManualTime(Moment(noon.date.addingTimeInterval(600), in: noon.zone))
    return try await Person.test(product, home: home, clock: clock)
  }

  @Test(
    "The last dashboard is shown while the log is read, then replaced by fresh data",
    .covers("yh-S04.1.3-B16", "yh-S04.5.1-B20"))
  func keptFirst() async throws {
    let (folder, gate) = (TestFolder(), Gate())
    let person = try await later(gate, in: .folder(folder.path))
    let start = ContinuousClock.now
    let window = await person.windowAtOnce()
    // A window that waited for the held read would take twenty seconds.
    #expect(ContinuousClock.now - start < .seconds(10))
    let first = window.frames.value
    #expect(first.route == Route(["dashboard"]) && first.value(of: "Mood") == "8 of 10")
    #expect(first.updated == "Last updated 08:00" && !first.settled)
    gate.open()
    // The frame updates without any command.
    let frames = window.frames
    await frames.wait { $0.settled }
    #expect(frames.value.value(of: "Mood") == "8 of 10")
    #expect(frames.value.updated == "Last updated 08:10")
    await window.close()
    await person.close()
  }

  @Test("A request for a complete window waits until everything is loaded")
  func whole() async throws {
    let (folder, gate) = (TestFolder(), Gate())
    let person = try await later(gate, in: .folder(folder.path))
    let early = await person.windowAtOnce()
    let whole = Task { await person.window() }
    gate.open()
    let frame = await whole.value.frames.value
    #expect(frame.settled && frame.updated == "Last updated 08:10")
    await early.close()
    await person.close()
  }

  @Test("The first frame has the person's appearance while other data are still loading")
  func dressed() async throws {
    let (folder, gate) = (TestFolder(), Gate())
    let person = try await later(gate, in: .folder(folder.path)) { window in
      try await window.perform(.open(Route(["settings", "display"])))
      try await window.perform(.choose(.label("Theme"), .text("Dark")))
    }
    let first = await person.windowAtOnce().frames.value
    #expect(first.appearance.scheme == .dark && !first.settled)
    gate.open()
    await person.close()
  }

  @Test("Opening waits for required data even when nothing else is pending")
  func known() async throws {
    let (asked, known) = (Current.Source(false), Current.Source(false))
    let product = Product(
      id: "waiting", name: "Waiting", tagline: "For tests.", theme: .plain,
      home: Tab("Home", icon: .home, at: Route(["home"])), tabs: [], unavailable: "Showing home."
    ) { _ in
      PersonFeatures { _ in
        WindowComposition(
          eventRoutes: [],
          known: [
            {
              asked.publish(true)
              await known.current.wait { $0 }
            }
          ], banner: nil, pages: [.ahead(Place("/home", title: "Home"), icon: .home, will: "It will be here.")])
      }
    }
    let person = try await Person.test(product)
    let opening = Task {
      _ = await person.windowAtOnce()
      return known.current.value
    }
    await asked.current.wait { $0 }
    await person.context.settling.settled()
    for _ in 0..<50 { await Task.yield() }
    known.publish(true)
    #expect(await opening.value)
    await person.close()
  }
}

extension Frame {
  /// The dashboard's “Last updated” line.
  fileprivate var updated: String? { labels.first { $0.hasPrefix("Last updated") } }
}
