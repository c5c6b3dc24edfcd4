import Foundation
import Interface
import Kernel
import ShellTesting
import Testing
import YHealth

@testable import Shell

@Suite("A sheet in a window")
struct SheetTests {
  private func words(_ nodes: [Element]) -> [String] { nodes.flatMap(\.all).map(\.label) }
  private func entries(_ frame: Frame) -> [String] {
    frame.nodes.flatMap(\.all).filter { $0.role == .listitem && $0.destination?.path.first == "log" }.map(\.label)
  }

  @Test("stands in front of the screen from which it was opened, in one frame, whatever the tab")
  func over() async throws {
    let window = try await Person.test().window()
    for tab in ["Dashboard", "Pillars", "Insights", "Profile"] {
      try await window.perform(.tap(.label(tab)))
      let below = try await window.perform(.act(.id("screen"), .scroll, .number(64)))
      let frame = try await window.perform(.tap(.label("Log")))
      let sheet = try #require(frame.dialog)
      #expect(sheet.role == .sheet && sheet.id == "sheet" && sheet.label == "Log" && sheet.state.isModal)
      #expect(frame.route.text == "/log" && frame.title == "Log" && frame.currentTabs == [tab])
      #expect(words(frame.nodes) == words(below.nodes) && frame.scroll == 64)
      #expect(frame.chrome == below.chrome)
      let ids = frame.everything.map(\.id)
      #expect(Set(ids).count == ids.count)
      let closed = try await window.perform(.tap(.id("sheet-close")))
      #expect(closed.nodes == below.nodes && closed.route == below.route && closed.scroll == 64 && closed.dialog == nil)
    }
  }

  @Test("is all that can be reached while it is open")
  func modal() async throws {
    let window = try await Person.test().window()
    try await window.perform(.tap(.label("Log")))
    #expect(await window.refusal(.tap(.label("Insights")))?.code == "no-such-node")
    #expect(await window.refusal(.tap(.id("tabs.insights")))?.code == "no-such-node")
    let before = window.frames.value
    #expect(try await window.perform(.refresh) == before)
    #expect(try await window.perform(.tap(.label("Weight"))).route.text == "/log/weight")
  }

  @Test("opens another sheet over the same screen, and Back leads from it to the first and then to the screen")
  func stacked() async throws {
    let window = try await Person.test().window()
    try await window.perform(.open(Route(["insights"])))
    #expect(try await window.perform(.tap(.label("Log"))).node("sheet-back") == nil)
    var frame = try await window.perform(.tap(.label("Water")))
    #expect(frame.dialog?.label == "Water" && frame.currentTabs == ["Insights"])
    #expect(try await window.perform(.tap(.id("sheet-back"))).dialog?.label == "Log")
    try await window.perform(.tap(.label("Water")))
    #expect(try await window.perform(.back).dialog?.label == "Log")
    frame = try await window.perform(.back)
    #expect(frame.dialog == nil && frame.route.text == "/insights")
    try await window.perform(.tap(.label("Log")))
    try await window.perform(.tap(.label("Water")))
    frame = try await window.perform(.act(.id("sheet"), .dismiss, .none))
    #expect(frame.dialog == nil && frame.route.text == "/insights", "closing it closes the one below it, too")
  }

  @Test("gives way to a screen that is opened from it")
  func away() async throws {
    let window = try await Person.test().window()
    try await window.perform(.tap(.label("Profile")))
    try await window.perform(.tap(.label("Log")))
    let frame = try await window.perform(.tap(.label("History")))
    #expect(frame.dialog == nil && frame.title == "History")
    #expect(try await window.perform(.back).route.text == "/profile")
  }

  @Test("logs a mood, water and the last weight in two taps from any screen, and closes")
  func twoTaps() async throws {
    let window = try await Person.test().window()
    try await window.perform(.open(Route(["log", "weight"])))
    try await window.perform(.type(.label("Weight"), "72"))
    try await window.perform(.tap(.label("Save")))
    try await window.perform(.advance(seconds: 60))
    for (route, words) in [("/insights", "Good"), ("/profile", "Water, 250 ml"), ("/settings", "Weight 72 kg")] {
      let below = try await window.perform(.open(#require(Route(route))))
      try await window.perform(.tap(.label("Log")))
      let frame = try await window.perform(.tap(.label(words)))
      #expect(frame.dialog == nil && frame.route == below.route && frame.title == below.title)
      #expect(frame.toast == "Saved offline. It will sync when you're online.")
      try await window.perform(.tap(.label("Dismiss")))
    }
    let history = try await window.perform(.open(Route(["history"])))
    #expect(entries(history).sorted() == ["Mood 7 of 10, good", "Water, 250 ml", "Weight 72 kg", "Weight 72 kg"])
  }

  @Test("closes after saving, and Undo then deletes the entry, which can be undone as well")
  func saved() async throws {
    let window = try await Person.test().window()
    try await window.perform(.open(Route(["history"])))
    try await window.perform(.tap(.label("Log")))
    try await window.perform(.tap(.label("Mood check-in")))
    try await window.perform(.act(.label("Mood"), .choose, .number(9)))
    var frame = try await window.perform(.tap(.label("Save")))
    #expect(frame.dialog == nil && frame.route.text == "/history" && entries(frame) == ["Mood 9 of 10, great"])
    #expect(frame.toast == "Saved offline. It will sync when you're online.")
    frame = try await window.perform(.tap(.label("Undo")))
    #expect(entries(frame).isEmpty && frame.toast == "Mood check-in deleted.")
    frame = try await window.perform(.tap(.label("Undo")))
    #expect(entries(frame) == ["Mood 9 of 10, great"] && frame.toast == "Mood check-in restored.")
    #expect(frame.node("toast.undo") == nil)
  }

  @Test("closes after an entry was changed in it, and Undo then restores what it was")
  func changed() async throws {
    let window = try await Person.test().window()
    try await window.perform(.open(Route(["log", "mood"])))
    try await window.perform(.act(.label("Mood"), .choose, .number(9)))
    try await window.perform(.tap(.label("Save")))
    try await window.perform(.open(Route(["history"])))
    var frame = try await window.perform(.tap(.label("Mood 9 of 10, great")))
    #expect(frame.dialog?.label == "Edit mood check-in" && entries(frame).count == 1)
    try await window.perform(.act(.label("Mood"), .choose, .number(2)))
    frame = try await window.perform(.tap(.label("Save")))
    #expect(frame.dialog == nil && entries(frame) == ["Mood 2 of 10, very bad"])
    frame = try await window.perform(.tap(.label("Undo")))
    #expect(entries(frame) == ["Mood 9 of 10, great"] && frame.toast == "Mood check-in restored.")
  }

  @Test("closes when its entry is deleted in it, and Undo then restores the entry")
  func deleted() async throws {
    let window = try await Person.test().window()
    try await window.perform(.open(Route(["log"])))
    try await window.perform(.tap(.label("Great")))
    try await window.perform(.open(Route(["history"])))
    try await window.perform(.tap(.label("Mood 9 of 10, great")))
    var frame = try await window.perform(.tap(.label("Delete this entry")))
    #expect(frame.dialog == nil && frame.route.text == "/history" && entries(frame).isEmpty)
    #expect(frame.toast == "Mood check-in deleted.")
    frame = try await window.perform(.tap(.label("Undo")))
    #expect(entries(frame) == ["Mood 9 of 10, great"])
  }

  @Test("leaves the Undo of what was logged last, until that is over")
  func newest() async throws {
    let window = try await Person.test().window()
    try await window.perform(.open(Route(["history"])))
    for face in ["Good", "Awful"] {
      try await window.perform(.tap(.label("Log")))
      try await window.perform(.tap(.label(face)))
      try await window.perform(.advance(seconds: 1))
    }
    let frame = try await window.perform(.tap(.label("Undo")))
    #expect(entries(frame) == ["Mood 7 of 10, good"] && frame.toast == "Mood check-in deleted.")
    #expect(try await window.perform(.advance(seconds: 10)).toasts.isEmpty)
  }

  @Test("is replaced by its question until that is answered")
  func question() async throws {
    let window = try await Person.test().window()
    let below = try await window.perform(.open(Route(["insights"])))
    try await window.perform(.open(Route(["log", "meal"])))
    var frame = try await window.perform(.tap(.label("Take or choose a photo")))
    #expect(frame.dialog?.label == "Photo analysis available when online. Add text description?")
    #expect(frame.dialog?.role == .dialog && words(frame.nodes) == words(below.nodes))
    frame = try await window.perform(.back)
    #expect(frame.dialog?.role == .sheet && frame.route.text == "/log/meal")
  }

  @Test("shows a screen below that goes on living")
  func living() async throws {
    let person = try await Person.test()
    let (window, other) = (await person.window(), await person.window())
    try await window.perform(.open(Route(["history"])))
    #expect(entries(try await window.perform(.tap(.label("Log")))).isEmpty)
    try await other.perform(.open(Route(["log"])))
    try await other.perform(.tap(.label("Great")))
    let frame = try await window.perform(.screen)
    #expect(frame.dialog?.label == "Log" && entries(frame) == ["Mood 9 of 10, great"])
    #expect(frame.toasts.isEmpty, "the other window's message stays there")
  }

  @Test("is open again after a restart, over the same screen")
  func restarted() async throws {
    let folder = TestFolder()
    var below: [String] = []
    for round in 1...2 {
      let person = try await Person.test(home: .folder(folder.path))
      let window = await person.window()
      if round == 1 {
        try await window.perform(.tap(.label("Profile")))
        let frame = try await window.perform(.tap(.label("Log")))
        below = words(frame.nodes)
      }
      let frame = try await window.perform(.screen)
      #expect(frame.dialog?.label == "Log" && frame.currentTabs == ["Profile"] && words(frame.nodes) == below)
      await window.close()
      await person.close()
    }
  }

  @Test("tells the feature of the screen below nothing of leaving, and that of a closed sheet everything")
  func appearing() async throws {
    let window = try await Person.test().window()
    try await window.perform(.open(Route(["log", "journal"])))
    try await window.perform(.type(.label("What is on your mind"), "To be continued"))
    try await window.perform(.tap(.id("sheet-close")))
    let frame = try await window.perform(.open(Route(["log", "journal"])))
    #expect(frame.everything.contains { $0.label == "This is your draft." })
    #expect(frame.everything.first { $0.label == "What is on your mind" }?.value == "To be continued")
  }
}
