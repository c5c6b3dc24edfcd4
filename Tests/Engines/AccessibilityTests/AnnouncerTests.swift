import Covers
import Interface
import Testing

@testable import Accessibility

@Suite("Announcements")
struct AnnouncerTests {
  private static func progress(_ done: Double, live: Announcement.Urgency? = nil) -> Frame {
    .of([
      .of(.progressbar, "Sending", id: "p", value: "\(Int(done)) %", []) {
        ($0.number, $0.maximum, $0.live) = (done, 100, live)
      }
    ])
  }

  @Test("tell what is new or changed about elements that say so, the urgent first")
  func told() {
    let old = Frame.of([.of(.status, "1 result", id: "s", [])])
    let new = Frame.of([
      .of(.status, "2 results", id: "s", []), .of(.alert, "The connection is gone.", id: "a", []),
      .of(.paragraph, "Silent", id: "p", []),
    ])
    #expect(
      Announcer.announcements(from: old, to: new) == [
        Announcement("The connection is gone.", urgency: .assertive), Announcement("2 results"),
      ])
  }

  @Test(
    "tell progress at each quarter, with its value", .covers("yh-S04.7.1-B17"),
    arguments: [nil, .polite] as [Announcement.Urgency?])
  func progress(live: Announcement.Urgency?) {
    var said: [String] = []
    for step in 0..<100 {
      said += Announcer.announcements(
        from: Self.progress(Double(step), live: live), to: Self.progress(Double(step + 1), live: live)
      ).map(\.text)
    }
    #expect(said == ["Sending: 25 %", "Sending: 50 %", "Sending: 75 %", "Sending: 100 %"])
  }

  @Test("of one step over several quarters tell the last alone")
  func leap() {
    #expect(
      Announcer.announcements(from: Self.progress(10), to: Self.progress(80)) == [Announcement("Sending: 80 %")])
  }

  @Test("tell a new screen by its title, and of what stands on it only the urgent")
  func entered() {
    let new = Frame.of(
      [.of(.status, "3 entries", id: "s", []), .of(.alert, "Your storage is full.", id: "a", [])],
      route: Route(["history"]), title: "History")
    #expect(
      Announcer.announcements(from: .of([]), to: new) == [
        Announcement("Your storage is full.", urgency: .assertive), Announcement("History"),
      ])
  }

  @Test("are not repeated when the same words move to another place")
  func moved() {
    let old = Frame.of([.of(.status, "Saved", id: "one", [])])
    #expect(Announcer.announcements(from: old, to: .of([.of(.status, "Saved", id: "other", [])])) == [])
  }

  /// A frame that differs from another in a few places, as the frames of a window do.
  private func varied(_ frame: Frame, _ maker: inout FrameMaker) -> Frame {
    func vary(_ elements: [Element]) -> [Element] {
      elements.compactMap { element in
        var copy = element
        switch maker.below(12) {
        case 0: return nil
        case 1: copy.value = "v\(maker.below(9))"
        case 2: copy.label += "!"
        case 3: (copy.state.number, copy.state.maximum) = (Double(maker.below(100)), 100)
        default: break
        }
        copy.children = vary(copy.children)
        return copy
      }
    }
    var copy = frame
    copy.nodes = vary(frame.nodes)
    copy.dialog = maker.below(5) == 0 ? nil : frame.dialog.flatMap { vary([$0]).first }
    if maker.below(8) == 0 { copy.dialog = maker.frame().dialog }
    if maker.below(10) == 0 { copy = maker.frame() }
    return copy
  }

  /// The texts that the step to a frame has to tell: what is new in the words of alerts and status lines, a progress bar that
  /// has passed a quarter, a new dialog or screen.
  private func due(from old: Frame, to new: Frame) -> Set<String> {
    func words(_ element: Element) -> String {
      [element.label, element.value ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    }
    func quarter(_ element: Element) -> Int? {
      element.state.number.flatMap { number in element.state.maximum.map { Int(4 * min(max(number / $0, 0), 1)) } }
    }
    let isNew = new.dialog == nil && old.route != new.route
    let before = (old.chrome + old.nodes + (old.dialog.map { [$0] } ?? [])).flatMap(\.all)
      .filter { [.status, .alert, .progressbar].contains($0.role) }
    let known = Set(before.filter { $0.role != .progressbar }.map(words))
    var texts: Set<String> = []
    if let dialog = new.dialog {
      if (old.dialog?.id, old.dialog?.label) != (dialog.id, dialog.label) { texts.insert(dialog.label) }
    } else if isNew || old.title != new.title {
      texts.insert(new.title)
    }
    for element in (new.dialog.map { [$0] } ?? new.chrome + new.nodes).flatMap(\.all) {
      switch element.role {
      case .alert where !known.contains(words(element)): texts.insert(words(element))
      case .status where !isNew && !known.contains(words(element)): texts.insert(words(element))
      case .progressbar:
        let other = before.first { $0.id == element.id }
        if let other, quarter(other) != quarter(element) { texts.insert(words(element)) }
      default: break
      }
    }
    return texts.filter { $0.contains { $0.isLetter || $0.isNumber } }
  }

  @Test(
    "over any course of frames: nothing twice, nothing of behind a dialog, nothing where nothing changed, and all that changed",
    .covers("pa-R15.7"), arguments: 0..<300)
  func property(seed: Int) throws {
    var maker = FrameMaker(UInt64(seed + 1))
    var announcer = WindowAnnouncer()
    var frame = maker.frame()
    let first = announcer.follow(frame)
    #expect(first == [])
    frame.toasts = []
    var uncovered = frame.dialog == nil ? frame : nil
    for _ in 0..<12 {
      let before = frame
      frame = varied(frame, &maker)
      // The window tells what is in front of it itself.
      frame.toasts = []
      let patch = FramePatch(from: before, to: frame)
      let said = announcer.follow(frame)
      // What changed behind a dialog is told when the dialog is gone.
      let isUncovered = before.dialog != nil && frame.dialog == nil
      #expect(Set(said.map(\.text)) == due(from: isUncovered ? uncovered ?? before : before, to: frame))
      if frame.dialog == nil { uncovered = frame }
      let again = announcer.follow(frame)
      #expect(again == [], "the same frame again")
      #expect(Set(said.map(\.text)).count == said.count)
      let urgencies = said.map(\.urgency)
      #expect(urgencies == urgencies.filter { $0 == .assertive } + urgencies.filter { $0 == .polite })
      let reach = (frame.dialog.map { [$0] } ?? frame.chrome + frame.nodes).flatMap(\.all)
      let words = Set(
        reach.map { [$0.label, $0.value ?? ""].filter { !$0.isEmpty }.joined(separator: ": ") } + [frame.title])
      for one in said { #expect(words.contains(one.text) || frame.dialog?.label == one.text) }
      if let patch, patch.changes.isEmpty, before.route == frame.route { #expect(said.isEmpty) }
      announcer.begin()
    }
  }

  @Test("of what changed behind a dialog follow when the dialog is gone")
  func uncovered() {
    let dialog = Element.of(.dialog, "Delete?", id: "d", [])
    func frame(_ words: String, _ dialog: Element?) -> Frame {
      .of([.of(.status, words, id: "s", [])], dialog: dialog)
    }
    var announcer = WindowAnnouncer()
    let frames = [
      frame("1 entry waits", nil), frame("1 entry waits", dialog), frame("2 entries wait", dialog),
      frame("2 entries wait", nil),
    ]
    #expect(
      frames.map { announcer.follow($0) } == [
        [], [Announcement("Delete?", urgency: .assertive)], [], [Announcement("2 entries wait")],
      ])
  }

  @Test("are made once, whether a feature says the words or the screen shows them first, until the person acts again")
  func once() {
    func frame(_ words: String) -> Frame { .of([.of(.status, words, id: "s", [])]) }
    var announcer = WindowAnnouncer()
    _ = announcer.follow(frame("Online"))
    let isSaid = announcer.admits("Offline")
    var shown = announcer.follow(frame("Offline"))
    #expect(isSaid && shown == [], "the feature was first")
    shown = announcer.follow(frame("Online"))
    let isRepeated = announcer.admits("Online")
    #expect(shown == [Announcement("Online")] && !isRepeated, "the screen was first")
    let isSaidAgain = announcer.admits("Online")
    #expect(isSaidAgain, "the feature says it once more")
    announcer.begin()
    shown = announcer.follow(frame("Offline"))
    #expect(shown == [Announcement("Offline")])
  }

  @Test("alternate as often as the screen does")
  func breath() {
    var announcer = WindowAnnouncer()
    let words = ["Begin", "Breathe in", "Breathe out", "Breathe in", "Breathe out"]
    let said = words.flatMap { announcer.follow(.of([.of(.status, $0, id: "now", [])])).map(\.text) }
    #expect(said == Array(words.dropFirst()))
  }
}
