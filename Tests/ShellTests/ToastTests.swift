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
    #expect(ToastsState.time(for: Toast("Saved")) == .milliseconds(4300))
    #expect(try await window.perform(.advance(seconds: 4.2)).toast == "Saved")
    #expect(try await window.perform(.advance(seconds: 0.1)).toast == "Sent")
    #expect(try await window.perform(.advance(seconds: 60)).toasts.isEmpty)
  }

  @Test("with a link stay four seconds longer")
  func way() {
    let (plain, way) = (Toast("Saved"), Toast("Saved", way: .init("Open", link: "x")))
    #expect(ToastsState.time(for: way) == ToastsState.time(for: plain) + .seconds(4))
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
    for number in 0..<1000 { _ = state.receive(.add(Toast("\(number)")), at: noon) }
    #expect(state.waiting.count == ToastsState.most)
  }

  @Test("are not dismissed by a tap that was meant for an earlier toast")
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

  @Test("from a feature reach the window through its event route")
  func eventRoute() async throws {
    let window = try await Person.test(.studio()).window()
    #expect(try await window.perform(.tap(.label("Speak"))).toast == "Hello")
  }
}
