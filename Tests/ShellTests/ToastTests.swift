import Interface
import Kernel
import ShellTesting
import Testing

@testable import Shell

@Suite("Toasts")
struct ToastTests {
  @Test("are shown one at a time, in order, and each is announced once")
  func order() async throws {
    let window = try await Person.test().window()
    let recorder = OutletRecorder(window)
    for text in ["One", "Two", "Three"] { await window.toast(Toast(text)) }
    #expect(await window.settled().toasts.map(\.label) == ["One"] && recorder.toasts == ["One"])
    #expect(try await window.perform(.tap(.label("Dismiss"))).toasts.map(\.label) == ["Two"])
    #expect(try await window.perform(.tap(.id("toast.dismiss"))).toast == "Three")
    #expect(try await window.perform(.act(.id("toast"), .dismiss, .none)).toasts.isEmpty)
    #expect(recorder.toasts == ["One", "Two", "Three"])
  }

  @Test("disappear by themselves after their reading time")
  func time() async throws {
    let window = try await Person.test().window()
    await window.toast(Toast("Saved"))
    await window.toast(Toast("Sent"))
    #expect(ToastsState.time(for: Posted(toast: Toast("Saved"))) == .milliseconds(4300))
    #expect(try await window.perform(.advance(seconds: 4.2)).toast == "Saved")
    #expect(try await window.perform(.advance(seconds: 0.1)).toast == "Sent")
    #expect(try await window.perform(.advance(seconds: 60)).toasts.isEmpty)
  }

  @Test("with a link or an Undo stay four seconds longer")
  func way() {
    let (plain, way) = (Posted(toast: Toast("Saved")), Posted(toast: Toast("Saved", way: .init("Open", link: "x"))))
    #expect(ToastsState.time(for: way) == ToastsState.time(for: plain) + .seconds(4))
    #expect(ToastsState.time(for: posted("Saved", 1)) == ToastsState.time(for: way))
  }

  @Test("lead to the page of what they are about")
  func page() async throws {
    let window = try await Person.test().window()
    let page = Toast.Page("Show", Route(["search"]))
    #expect(ToastsState.time(for: Posted(toast: Toast("Added", page: page))) == .milliseconds(8300))
    await window.toast(Toast("Added", page: page), undo: Bound {})
    let toast = try #require(await window.settled().toasts.first)
    #expect(toast.children.map(\.label) == ["Undo", "Show", "Dismiss"])
    let frame = try await window.perform(.tap(.label("Show")))
    #expect(frame.route.text == "/search" && frame.toasts.isEmpty)
  }

  @Test("with the same text in a row are merged")
  func same() async throws {
    let window = try await Person.test().window()
    let recorder = OutletRecorder(window)
    for text in ["One", "One", "Two", "Two", "One"] { await window.toast(Toast(text)) }
    for _ in 0..<3 { try await window.perform(.tap(.label("Dismiss"))) }
    #expect(recorder.toasts == ["One", "Two", "One"] && window.frames.value.toasts.isEmpty)
  }

  @Test("are limited in number")
  func bounded() {
    var state = ToastsState()
    for number in 0..<1000 { _ = state.receive(.add(Posted(toast: Toast("\(number)"))), at: noon) }
    #expect(state.waiting.count == ToastsState.most)
    for number in 1...1000 { _ = state.receive(.add(posted("Undone", number)), at: noon) }
    #expect(state.waiting.count == ToastsState.most + 1 && state.current == posted("Undone", 1000, isAnnounced: true))
  }

  @Test("are not dismissed by a tap that was meant for an earlier toast")
  func late() {
    var state = ToastsState()
    _ = state.receive(.add(Posted(toast: Toast("One"))), at: noon)
    _ = state.receive(.add(Posted(toast: Toast("Two"))), at: noon)
    let seen = state.shown
    _ = state.receive(.elapsed, at: noon)
    _ = state.receive(.dismiss(showing: seen), at: noon)
    #expect(state.current?.toast.text == "Two")
    _ = state.receive(.dismiss(showing: state.shown), at: noon)
    _ = state.receive(.dismiss(showing: state.shown), at: noon)
    _ = state.receive(.elapsed, at: noon)
    #expect(state.current == nil)
  }

  private func posted(_ text: String, _ number: Int, isAnnounced: Bool = false) -> Posted {
    Posted(toast: Toast(text), undo: Posted.Undo(number: number, action: Bound {}), isAnnounced: isAnnounced)
  }

  @Test("with an Undo do it once, and are gone then")
  func undo() async throws {
    let window = try await Person.test().window()
    let undone = Locked(0)
    await window.toast(Toast("Deleted"), undo: Bound { undone.withLock { $0 += 1 } })
    let frame = await window.settled()
    #expect(frame.toast == "Deleted" && frame.node("toast.undo")?.label == "Undo")
    #expect(try await window.perform(.tap(.label("Undo"))).toasts.isEmpty && undone.withLock { $0 } == 1)
    #expect(await window.refusal(.tap(.label("Undo"))) != nil)
  }

  @Test("about the same thing replace one another, shown or waiting")
  func subject() {
    var state = ToastsState()
    func add(_ text: String, about subject: String?, undo: Int? = nil) {
      let undo = undo.map { Posted.Undo(number: $0, action: Bound {}) }
      _ = state.receive(.add(Posted(toast: Toast(text).about(subject), undo: undo)), at: noon)
    }
    func texts() -> [String] { state.waiting.map(\.toast.text) }
    add("Weight could not be restored.", about: "weight")
    add("Sent", about: nil)
    // It is in front, and what was said before would contradict it afterwards.
    add("Weight deleted.", about: "weight", undo: 1)
    #expect(texts() == ["Weight deleted.", "Sent"])
    add("Weight restored.", about: "weight")
    #expect(texts() == ["Weight restored.", "Sent"])
    add("Water saved.", about: "water")
    add("Water deleted.", about: "water")
    #expect(texts() == ["Weight restored.", "Sent", "Water deleted."])
  }

  @Test("with an Undo can be dismissed, and then nothing is undone")
  func dismissed() async throws {
    let window = try await Person.test().window()
    let undone = Locked(0)
    await window.toast(Toast("Deleted"), undo: Bound { undone.withLock { $0 += 1 } })
    #expect(try await window.perform(.tap(.label("Dismiss"))).toasts.isEmpty)
    await window.toast(Toast("Deleted"), undo: Bound { undone.withLock { $0 += 1 } })
    #expect(try await window.perform(.advance(seconds: 8.4)).toast == "Deleted")
    #expect(try await window.perform(.advance(seconds: 0.2)).toasts.isEmpty && undone.withLock { $0 } == 0)
  }

  @Test("with an Undo replace an older one, so that Undo always concerns what was done last")
  func newest() async throws {
    let window = try await Person.test().window()
    let (recorder, undone) = (OutletRecorder(window), Locked<[String]>([]))
    for name in ["One", "Two", "Two"] {
      await window.toast(Toast(name), undo: Bound { undone.withLock { $0.append(name) } })
    }
    #expect(await window.settled().toasts.map(\.label) == ["Two"])
    #expect(try await window.perform(.tap(.label("Undo"))).toasts.isEmpty && undone.withLock { $0 } == ["Two"])
    #expect(recorder.toasts == ["One", "Two", "Two"])
  }

  @Test("with an Undo are shown at once, and the message that they interrupt comes after them, announced once")
  func interrupting() async throws {
    let window = try await Person.test().window()
    let recorder = OutletRecorder(window)
    for text in ["One", "Two"] { await window.toast(Toast(text)) }
    await window.toast(Toast("Deleted"), undo: Bound {})
    #expect(await window.settled().toast == "Deleted")
    #expect(try await window.perform(.advance(seconds: 8.5)).toast == "One")
    #expect(try await window.perform(.tap(.label("Dismiss"))).toast == "Two")
    #expect(recorder.toasts == ["One", "Deleted", "Two"])
  }

  @Test("of the same text as one with an Undo are still shown")
  func plainAfter() async throws {
    let window = try await Person.test().window()
    await window.toast(Toast("Saved."), undo: Bound {})
    await window.toast(Toast("Saved."))
    let frame = try await window.perform(.tap(.label("Dismiss")))
    #expect(frame.toast == "Saved." && frame.node("toast.undo") == nil)
  }

  @Test("from a feature reach the window through its event route")
  func eventRoute() async throws {
    let window = try await Person.test(.studio()).window()
    #expect(try await window.perform(.tap(.label("Speak"))).toast == "Hello")
  }

  @Test("stay longer where the person wants it, warn before they go, and start again when asked")
  func longer() async throws {
    let window = try await Person.test().window()
    try await window.perform(.appearance(comfort: .init(timeLimits: .longer)))
    let recorder = OutletRecorder(window)
    await window.toast(Toast("Saved"))
    // 4.3 seconds by itself: three times as long, with the warning after two thirds.
    var frame = try await window.perform(.advance(seconds: 8.5))
    #expect(frame.toast == "Saved" && frame.node("toast.keep") == nil)
    frame = try await window.perform(.advance(seconds: 0.2))
    #expect(frame.node("toast.keep")?.label == "Keep open")
    let warnings = recorder.all.compactMap { if case .announcement(let said) = $0 { said.text } else { nil } }
    #expect(warnings == ["The message closes in 4 seconds. “Keep open” starts its time again."])
    frame = try await window.perform(.tap(.label("Keep open")))
    #expect(frame.toast == "Saved" && frame.node("toast.keep") == nil)
    #expect(try await window.perform(.advance(seconds: 8.5)).toast == "Saved")
    #expect(try await window.perform(.advance(seconds: 4.5)).toasts.isEmpty)
    #expect(recorder.toasts == ["Saved"])
  }

  @Test("without a time limit stay until they are dismissed, or until another one comes after their usual time")
  func unlimited() async throws {
    let window = try await Person.test().window()
    try await window.perform(.appearance(comfort: .init(timeLimits: TimeLimits.none)))
    await window.toast(Toast("One"))
    #expect(try await window.perform(.advance(seconds: 86_400)).toast == "One")
    await window.toast(Toast("Two"))
    #expect(await window.settled().toast == "Two")
    await window.toast(Toast("Three"))
    #expect(try await window.perform(.advance(seconds: 4)).toast == "Two")
    #expect(try await window.perform(.advance(seconds: 1)).toast == "Three")
    #expect(try await window.perform(.advance(seconds: 86_400)).toast == "Three")
    #expect(try await window.perform(.tap(.label("Dismiss"))).toasts.isEmpty)
  }
}
