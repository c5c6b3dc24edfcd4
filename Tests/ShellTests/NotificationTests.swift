import Catalog
import Covers
import FoundationEssentials
import Interface
import Kernel
import Navigation
import ShellTesting
import Testing

@testable import Shell

@Suite("A notification")
struct NotificationTests {
  @Test(
    "is shown and pushed, and opens the screen that it names",
    .covers("yh-S04.2.2-AC5", "yh-S04.2.2-B7", "yh-S04.2.2-B15"))
  func opens() async throws {
    let window = try await Person.test().window()
    let recorder = OutletRecorder(window)
    var frame = try await window.perform(
      .receive(title: "Sleep", body: "Seven hours.", opening: .route(Route(["pillars", "fitness"]))))
    #expect(frame.toast == "Sleep: Seven hours." && frame.route.text == "/dashboard")
    #expect(
      recorder.pushes.map(\.title) == ["Sleep"]
        && recorder.pushes.first?.link?.hasPrefix("troupe://yhealth/pillars/fitness?") == true)
    frame = try await window.perform(.tap(.label("Open")))
    #expect(frame.route.text == "/pillars/fitness" && frame.toasts.isEmpty)
    #expect(try await window.perform(.back).route.text == "/pillars")
  }

  @Test("with a forged link leads to the dashboard with a message", .covers("yh-S04.2.2-AC6", "yh-S04.2.2-B8"))
  func bad() async throws {
    let window = try await Person.test().window()
    try await window.perform(.open(Route(["profile"])))
    try await window.perform(
      .receive(title: "Won", body: "Tap.", opening: .link("troupe://yhealth/insights?expires=1900000000&signature=x")))
    let frame = try await window.perform(.tap(.label("Open")))
    #expect(frame.toast == "Content unavailable. Showing your dashboard." && frame.route.text == "/dashboard")
  }

  @Test(
    "for an unknown place leads to the home screen with the product's message",
    .covers("yh-S04.2.2-AC6"), arguments: Product.all)
  func nowhere(product: Product) async throws {
    let window = try await Person.test(product).window()
    try await window.perform(.receive(title: "Hello", body: "Look.", opening: .route(Route(["nowhere"]))))
    let frame = try await window.perform(.tap(.label("Open")))
    #expect(frame.toast == product.unavailable && frame.route == product.home.root)
  }

  @Test("leads to the dashboard instead of its screen after seven days", .covers("yh-S04.2.2-B8"))
  func expired() async throws {
    let window = try await Person.test().window()
    let recorder = OutletRecorder(window)
    try await window.perform(.open(Route(["profile"])))
    try await window.perform(.receive(title: "Sleep", body: "Seven.", opening: .route(Route(["insights"]))))
    let link = try #require(recorder.pushes.first?.link)
    try await window.perform(.setClock(noon.date.addingTimeInterval(7 * 86_400), zone: nil))
    await window.toast(Toast("Again", way: .init("Open", link: link)))
    #expect(try await window.perform(.tap(.label("Open"))).route.text == "/dashboard")
  }

  @Test("without a link is shown and pushed with nothing to open")
  func plain() async throws {
    let window = try await Person.test().window()
    let recorder = OutletRecorder(window)
    let frame = try await window.perform(.receive(title: "Hello", body: "There.", opening: nil))
    #expect(frame.toast == "Hello: There." && frame.node("toast.way") == nil)
    #expect(recorder.pushes == [PushNotification(title: "Hello", body: "There.")])
  }
}

@Suite("The signing key of links")
struct LinkKeyTests {
  @Test("is created once, and readable by its owner only")
  func once() throws {
    let folder = TestFolder()
    let home = try OwnFolder(folder.path)
    let signature = try LinkKey(in: home).signature(of: "text")
    #expect(folder.mode("link.key") == 0o600 && folder.bytes("link.key")?.count == 32)
    #expect(try LinkKey(in: home).isGenuine("text", signature))
    #expect(try !LinkKey(in: home).isGenuine("other", signature))
    #expect(folder.names == ["link.key"], "the folder contains no temporary file")
  }

  @Test("is the same for concurrent first uses")
  func together() async throws {
    let folder = TestFolder()
    let home = try OwnFolder(folder.path)
    let signatures = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<16 { group.addTask { try LinkKey(in: home).signature(of: "text") } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(signatures.count == 1)
  }

  @Test("of another home does not verify this home's links")
  func otherHome() throws {
    let (one, other) = (TestFolder(), TestFolder())
    let signature = try LinkKey(in: OwnFolder(one.path)).signature(of: "text")
    #expect(try !LinkKey(in: OwnFolder(other.path)).isGenuine("text", signature))
  }

  @Test("of the wrong length is refused with a remedy", arguments: ["", "short", String(repeating: "k", count: 33)])
  func broken(text: String) throws {
    let folder = TestFolder()
    let home = try OwnFolder(folder.path)
    folder.write("link.key", text)
    let problem = #expect(throws: Problem.self) { try LinkKey(in: home) }
    #expect(problem?.code == "signing-key-length" && problem?.remedy.isEmpty == false)
  }

  @Test("is shared by a person's windows, so that one opens a link of the other")
  func windows() async throws {
    let folder = TestFolder()
    let person = try await Person.test(home: .folder(folder.path))
    let (one, other) = (await person.window(), await person.window())
    let recorder = OutletRecorder(one)
    try await one.perform(.receive(title: "Sleep", body: "Seven.", opening: .route(Route(["insights"]))))
    let link = try #require(recorder.pushes.first?.link)
    await other.toast(Toast("See", way: .init("Open", link: link)))
    #expect(try await other.perform(.tap(.label("Open"))).route.text == "/insights")
    #expect(one.frames.value.route.text == "/dashboard")
  }

  @Test(
    "rejects malformed signatures",
    arguments: ["", "x", "!!!", String(repeating: "A", count: 43), String(repeating: "A", count: 9999)])
  func rubbish(signature: String) throws {
    #expect(try !LinkKey().isGenuine("text", signature))
  }
}
