internal import Catalog
internal import Connectivity
internal import FoundationEssentials
internal import Interface
internal import Kernel
internal import Shell

// Tabs, restored places and settings against the limits of the specification, with 400 days of data.
extension Benchmark {
  static let navigation = navigation(rounds: 5, taps: 100)

  static func navigation(rounds: Int, taps: Int) -> Benchmark {
    Benchmark(
      name: "navigation",
      summary: "tabs and channels of yHealth, notifications followed, a place restored, settings shown and saved",
      measure: { () throws(Problem) in
        guard let product = Product.named("yhealth") else { throw Problem.unmeasured("there is no yHealth") }
        let ground = try StorageGround()
        let home = Person.Home.folder(ground.folder)
        let filling = try await Person.open(product, home: home)
        try await product.demonstration?.fill(filling.store, filling.context.time.now())
        await filling.close()

        let person = try await Person.open(product, home: home)
        let window = await person.window()
        let switches = try await tabs(in: window, taps)
        try await window.perform(.network(.online))
        let channels = try await channels(in: window, taps)
        let links = try await links(in: window, taps)
        let quiet = try await quietHours(in: window, taps)
        let saves = try await saves(in: window, taps)
        // The next start restores the settings screen, which the last one was.
        await window.close()
        await person.close()
        var (restores, loads): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
          let (restored, loaded) = try await restored(product, home)
          restores.append(restored)
          loads.append(loaded)
        }
        return [
          figure("navigation-tab", switches, 200), figure("navigation-channel", channels, 1000),
          figure("navigation-link", links, 1000), figure("navigation-restore", restores, 500),
          figure("settings-quiet", quiet, 500),
          figure("settings-save", saves, 500), figure("settings-load", loads, 1000),
        ]
      })
  }

  private static let settings = Route(["settings", "goals-coaching"])
  private static let setting = "Coaching tone"

  /// Returns the milliseconds of each switch until everything that it set off has settled.
  static func tabs(in window: Window, _ count: Int) async throws(Problem) -> [Double] {
    let tabs = window.frames.value.everything.filter { $0.role == .link && $0.id.hasPrefix("tabs.") }
    guard tabs.count > 1 else { throw Problem.unmeasured("there are no tabs") }
    var times: [Double] = []
    for number in 1...count {
      let tab = tabs[number % tabs.count]
      let start = ContinuousClock.now
      let frame = try await window.perform(.tap(.id(tab.id)))
      times.append((ContinuousClock.now - start).microseconds / 1000)
      guard frame.everything.contains(where: { $0.id == tab.id && $0.state.isCurrent }) else {
        throw Problem.unmeasured("a tab does not open")
      }
    }
    return times
  }

  /// Returns the milliseconds of each change of a setting until it is on disk.
  private static func saves(in window: Window, _ count: Int) async throws(Problem) -> [Double] {
    try await window.perform(.open(settings))
    var times: [Double] = []
    for number in 0..<count {
      let value = number % 2 == 0 ? "direct" : "gentle"
      let start = ContinuousClock.now
      let frame = try await window.perform(.choose(.label(setting), .text(value)))
      times.append((ContinuousClock.now - start).microseconds / 1000)
      guard frame.nodes.flatMap(\.all).first(where: { $0.label == setting })?.value?.lowercased() == value else {
        throw Problem.unmeasured("a setting is not saved")
      }
    }
    return times
  }

  /// Opens the profile and returns the milliseconds to the restored place, and to its setting with the saved value.
  private static func restored(
    _ product: Product, _ home: Person.Home
  ) async throws(Problem) -> (place: Double, setting: Double) {
    let start = ContinuousClock.now
    let person = try await Person.open(product, home: home)
    let window = await person.windowAtOnce()
    var (place, loaded): (Double?, Double?) = (nil, nil)
    for await frame in window.frames.listen() {
      let time = (ContinuousClock.now - start).microseconds / 1000
      if place == nil, frame.route == settings { place = time }
      if frame.nodes.flatMap(\.all).first(where: { $0.label == setting })?.value != nil {
        loaded = time
        break
      }
    }
    await window.close()
    await person.close()
    guard let place, let loaded else { throw Problem.unmeasured("the place is not restored") }
    return (place, loaded)
  }
}
