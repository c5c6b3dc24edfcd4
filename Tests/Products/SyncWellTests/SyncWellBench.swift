import Consent
import Interface
import Kernel
import Permissions
import ProductKit
import Shell
import ShellTesting
import Support
import Testing

@testable import SyncWell

enum SupportPlanNames {
  static var questions: [String] { SupportPlan.syncwell.builtIn.questions.map(\.id) }
}

/// A person at one window of SyncWell, on a clock that is moved by hand.
struct SyncWellBench {
  let person: Person
  let window: Window
  let outlets: OutletRecorder

  /// With `consents` the person has agreed to usage statistics before anything else.
  init(consents: Bool = true, arrives: Bool = false, permissions: PermissionPort? = nil) async throws {
    person = try await Person.open(.syncwell, home: .memory, clock: ManualTime(noon), seed: 1, permissions: permissions)
    window = await person.window()
    outlets = OutletRecorder(window)
    if consents {
      try await window.perform(.open(Route(["settings", "consent"])))
      try await window.perform(.tap(.label("I consent: Usage statistics")))
      try await window.perform(.open(Route(["syncs"])))
    }
    if arrives { try await window.perform(.arrive) }
  }

  @discardableResult
  func open(_ path: String...) async throws -> Frame { try await window.perform(.open(Route(path))) }

  @discardableResult
  func tap(_ label: String) async throws -> Frame { try await window.perform(.tap(.label(label))) }

  func tap(id: String) async throws { try await window.perform(.tap(.id(id))) }

  func advance(days: Double) async throws { try await window.perform(.advance(seconds: days * 86_400)) }

  var frame: Frame {
    get async throws { try await window.perform(.screen) }
  }

  func sees(_ text: String) async throws -> Bool {
    try await frame.everything.contains { $0.label.contains(text) || $0.value?.contains(text) == true }
  }

  /// The events that are recorded, the oldest first, as their page shows them, but for visits to the board of syncs.
  func recorded() async throws -> [String] {
    let frame = try await open("settings", "usage")
    return frame.everything.filter { $0.id.contains("event-") && $0.role == .listitem }.map(\.label).reversed()
      .filter { !$0.hasPrefix("dashboard_viewed") }
  }
}
