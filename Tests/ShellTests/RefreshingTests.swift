import Interface
import Kernel
import Navigation
import ShellTesting
import Testing

@testable import Shell

@Suite("A refresh that the person asked for", .timeLimit(.minutes(10))) struct RefreshingTests {
  /// The studio with a network of its own, which each count asks and which answers when the test says so.
  private struct Sitting {
    let window: Window
    /// Number of requests that are answered.
    let answered: Current<Int>.Source
    let recorder: OutletRecorder

    init(answered count: Int = 0) async throws {
      let answered = Current.Source(count)
      self.answered = answered
      let product = Product(
        id: "studio", name: "Studio", tagline: "For tests.", theme: .plain,
        home: Tab("Studio", icon: .home, at: Route(["studio"])),
        tabs: [Tab("Other", icon: .list, at: Route(["other"]))], unavailable: "Content unavailable."
      ) { _ in
        PersonFeatures { window in
          let studio = Studio(on: window.features, gate: Gate())
          func page(_ place: Place) -> Page {
            .of(
              studio, at: place, appeared: { .appeared($0) }, left: { .left($0) },
              { state, route, surroundings in state.screen(route, surroundings) })
          }
          let (answered, asked) = (answered.current, studio.states)
          return WindowComposition(
            eventRoutes: [],
            banner: Banner(
              nodes: { _ in [] }, changes: [answered.watched()], isLoading: { asked.value.count > answered.value }
            )
            .above(Banner(nodes: { _ in [] })),
            pages: [page(Place("/studio", title: "Studio")), page(Place("/other", title: "Other"))])
        }
      }
      window = try await Person.test(product).window()
      recorder = OutletRecorder(window)
    }

    var announced: [String] {
      recorder.all.compactMap { if case .announcement(let words) = $0 { words.text } else { nil } }
    }

    func close() async {
      await window.close()
      await window.person.close()
    }
  }

  private static func isBusy(_ frame: Frame) -> Bool {
    frame.nodes.contains { $0.role == .heading && $0.state.isBusy }
  }

  @Test("is shown at the heading of its screen and nowhere else until the network has answered, and announced once")
  func shown() async throws {
    let desk = try await Sitting()
    let before = try await desk.window.perform(.screen)
    var during = try await desk.window.perform(.refresh)
    #expect(RefreshingTests.isBusy(during) && during.chrome == before.chrome && during.toasts == before.toasts)
    #expect(during.everything.map(\.id) == before.everything.map(\.id), "nothing moves")
    #expect(try await RefreshingTests.isBusy(desk.window.perform(.screen)))
    #expect(desk.announced == ["Loading changes"])
    during = try await desk.window.perform(.open(Route(["other"])))
    #expect(!RefreshingTests.isBusy(during), "another screen was not refreshed")
    #expect(try await RefreshingTests.isBusy(desk.window.perform(.back)))
    desk.answered.publish(1)
    #expect(await desk.window.shows(within: 60) { !RefreshingTests.isBusy($0) })
    #expect(desk.announced.filter { $0 == "Loading changes" }.count == 1)
    await desk.close()
  }

  @Test("is not shown for a request that is answered at once, nor for one that a button made")
  func atOnce() async throws {
    let desk = try await Sitting(answered: 1)
    #expect(try await !RefreshingTests.isBusy(desk.window.perform(.refresh)) && desk.announced.isEmpty)
    #expect(try await !RefreshingTests.isBusy(desk.window.perform(.tap(.label("Count")))))
    try await desk.window.perform(.screen)
    #expect(desk.announced == ["Loading changes"], "who cannot see the button hears it")
    await desk.close()
  }
}
