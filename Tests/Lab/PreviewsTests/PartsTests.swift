import Interface
import Kernel
import ShellTesting
import Testing

@testable import Previews
@testable import Shell

@Suite("The gallery of parts") struct PartsTests {
  private static func everything() async throws -> [Element] {
    let window = await (try await Person.test(.previewParts(.plain))).window()
    var found: [Element] = []
    for page in PartsPage.allCases {
      try await window.perform(.open(page.route))
      found += window.frames.value.everything
    }
    return found
  }

  @Test("It has every role of the interface")
  func roles() async throws {
    let shown = Set(try await PartsTests.everything().map(\.role))
    // A frame draws the main part itself.
    #expect(Set(Role.allCases).subtracting(shown) == [.main])
  }

  @Test("It has every state of a part, every tone and every icon")
  func states() async throws {
    let shown = try await PartsTests.everything()
    let states: [(String, (Element) -> Bool)] = [
      ("selected", { $0.role == .button && $0.state.isSelected }),
      ("disabled, with the reason", { $0.role == .button && $0.state.isDisabled && $0.hint != nil }),
      ("busy", { $0.role == .button && $0.state.isBusy }), ("invalid", { $0.state.invalid != nil }),
      ("empty", { $0.role == .list && $0.children.isEmpty }),
      ("overfull", { $0.role == .list && $0.children.count >= 40 }),
      ("long", { $0.label == Parts.long }), ("from right to left", { $0.label == Parts.arabic }),
      ("with a badge", { $0.state.badge == "99+" }), ("unread", { $0.state.isUnread }),
      ("destructive", { $0.state.isDestructive }), ("required", { $0.state.isRequired }),
      ("read only", { $0.state.isReadOnly }), ("locked", { $0.state.locked != nil }),
      ("partly checked", { $0.state.check == .mixed }),
      ("a tab with a count", { $0.role == .link && $0.state.badge == "3" }),
      ("a tab with a mark", { $0.role == .link && $0.state.badge == "•" }),
    ]
    for (name, holds) in states { #expect(shown.contains(where: holds), "\(name)") }
    #expect(Set(shown.compactMap(\.state.tone)) == Set(Tone.allCases))
    #expect(Set(shown.compactMap(\.state.icon)) == Set(Icon.allCases))
  }

  @Test("A control reports its use in a message with Undo, and Undo is reported too")
  func used() async throws {
    let window = await (try await Person.test(.previewParts(.plain))).window()
    try await window.perform(.open(PartsPage.actions.route))
    try await window.perform(.tap(.label("Share")))
    #expect(window.frames.value.toasts.first?.label == "Share was used.")
    try await window.perform(.tap(.id("toast.undo")))
    #expect(window.frames.value.toasts.first?.label == "Undone: Share.")
  }

  @Test("The sheet and both dialogs stand in front, and close to the screen of messages or the one behind")
  func front() async throws {
    let window = await (try await Person.test(.previewParts(.plain))).window()
    for page in [PartsPage.dialog, .alert] {
      try await window.perform(.open(page.route))
      let dialog = try #require(window.frames.value.dialog)
      try await window.perform(.act(.id(dialog.id), .dismiss, .none))
      #expect(window.frames.value.dialog == nil && window.frames.value.route == PartsPage.messages.route)
    }
    try await window.perform(.open(PartsPage.lists.route))
    try await window.perform(.open(PartsPage.sheet.route))
    #expect(window.frames.value.dialog?.role == .sheet)
    try await window.perform(.tap(.label("Close")))
    #expect(window.frames.value.dialog == nil && window.frames.value.route == PartsPage.lists.route)
  }
}
