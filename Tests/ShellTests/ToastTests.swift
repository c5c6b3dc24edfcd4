import Interface
import Kernel
import ShellTesting
import Testing

@testable import Shell

@Suite("Toasts")
struct ToastTests {
  @Test("come one at a time, each said once, in order")
  func order() async throws {
    let window = try await Person.test().window()
    let ear = Ear(window)
    for text in ["One", "Two", "Three"] { await window.toast(Toast(text)) }
    #expect(await window.settled().toasts.map(\.label) == ["One"] && ear.toasts == ["One"])
    #expect(try await window.perform(.tap(.label("Dismiss"))).toasts.map(\.label) == ["Two"])
    #expect(try await window.perform(.tap(.id("toast.dismiss"))).toast == "Three")
    #expect(try await window.perform(.act(.id("toast"), .dismiss, .none)).toasts.isEmpty)
    #expect(ear.toasts == ["One", "Two", "Three"])
  }

  @Test("go by themselves when they could be read slowly")
  func time() async throws {
    let window = try await Person.test().window()
    await window.toast(Toast("Saved"))
    await window.toast(Toast("Sent"))
    #expect(ToastsState.time(for: Toast("Saved")) == .milliseconds(4300))
    #expect(try await window.perform(.advance(seconds: 4.2)).toast == "Saved")
    #expect(try await window.perform(.advance(seconds: 0.1)).toast == "Sent")
    #expect(try await window.perform(.advance(seconds: 60)).toasts.isEmpty)
  }

  @Test("stay longer when there is something to do about them")
  func way() {
    let (plain, way) = (Toast("Saved"), Toast("Saved", way: .init("Open", link: "x")))
    #expect(ToastsState.time(for: way) == ToastsState.time(for: plain) + .seconds(4))
  }

  @Test("that say the same twice in a row are one")
  func same() async throws {
    let window = try await Person.test().window()
    let ear = Ear(window)
    for text in ["One", "One", "Two", "Two", "One"] { await window.toast(Toast(text)) }
    for _ in 0..<3 { try await window.perform(.tap(.label("Dismiss"))) }
    #expect(ear.toasts == ["One", "Two", "One"] && window.frames.value.toasts.isEmpty)
  }

  @Test("are no more than a person can read")
  func bounded() {
    var state = ToastsState()
    for number in 0..<1000 { _ = state.receive(.add(Toast("\(number)")), at: noon) }
    #expect(state.waiting.count == ToastsState.most)
  }

  @Test("are not taken away unread by a tap that came late")
  func late() {
    var state = ToastsState()
    _ = state.receive(.add(Toast("One")), at: noon)
    _ = state.receive(.add(Toast("Two")), at: noon)
    let seen = state.shown
    _ = state.receive(.elapsed, at: noon)
    _ = state.receive(.dismiss(showing: seen), at: noon)
    #expect(state.current?.text == "Two")
    _ = state.receive(.dismiss(showing: state.shown), at: noon)
    _ = state.receive(.dismiss(showing: state.shown), at: noon)
    _ = state.receive(.elapsed, at: noon)
    #expect(state.current == nil)
  }

  @Test("of what a feature says reach the window by its wire")
  func eventRoute() async throws {
    let window = try await Person.test(.studio()).window()
    #expect(try await window.perform(.tap(.label("Speak"))).toast == "Hello")
  }
}
