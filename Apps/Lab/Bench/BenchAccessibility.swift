internal import Accessibility
internal import Audit
internal import Catalog
internal import FoundationEssentials
internal import HTML
internal import Interface
internal import JSON
internal import Kernel
internal import Shell

// Accessibility: the audit beside drawing the same screens, what a screen reader reads, the presses of a switch beside those
// of the Tab key, and the words of a live transcript.
extension Benchmark {
  static let accessibility = accessibility(rounds: 20, words: 500)

  /// Milliseconds of one frame at 60 a second.
  private static let oneFrame = 1000.0 / 60

  static func accessibility(rounds: Int, words: Int) -> Benchmark {
    Benchmark(
      name: "accessibility",
      summary: "the audit of every screen beside drawing it, a switch beside the Tab key, words of a live transcript",
      measure: { () throws(Problem) in
        guard let product = Product.named("yhealth") else { throw Problem.unmeasured("there is no yHealth") }
        let frames = try await screens(of: product)
        let presses = try presses(on: frames)
        let shown = try await transcript(in: product, words)
        let steered = try await taps(in: product, rounds * 20)
        return [
          Figure(
            "accessibility-audit", here: audits(of: frames, product.theme, rounds), peer: drawings(of: frames, rounds),
            peerName: "drawing it as HTML", unit: "ms"),
          figure("accessibility-reading", readings(of: frames, rounds), oneFrame),
          Figure(
            "accessibility-switch", here: presses.switches, peer: presses.tabs, peerName: "the Tab key",
            unit: "presses"),
          figure("accessibility-words", shown, oneFrame),
          Figure(
            "accessibility-cost", here: Times(steered.on).median, peer: Times(steered.off).median,
            peerName: "without switch and voice control", unit: "us"),
        ]
      })
  }

  /// The frames of all places that a person without an account can open.
  private static func screens(of product: Product) async throws(Problem) -> [Frame] {
    let person = try await Person.open(product, home: .memory)
    try await product.demonstration?.fill(person.store, person.context.time.now())
    let window = await person.window()
    var frames: [Frame] = []
    for route in product.places.flatMap(\.pattern.examples) {
      frames.append(try await window.perform(.open(route)))
    }
    await window.close()
    await person.close()
    guard frames.count > 10 else { throw Problem.unmeasured("there are no screens") }
    return frames
  }

  /// Returns the milliseconds to audit one screen, the median of all rounds.
  private static func audits(of frames: [Frame], _ theme: Theme, _ rounds: Int) -> Double {
    each(frames, rounds) { Audit.findings(of: $0, theme: theme).count }
  }

  private static func drawings(of frames: [Frame], _ rounds: Int) -> Double {
    let face = Face(base: "/yhealth/me", tab: "1")
    return each(frames, rounds) { frame in
      let root = frame.root
      return root.children.reduce(0) { count, area in
        count + area.children.reduce(0) { $0 + face.html($1, in: area).utf8.count }
      }
    }
  }

  /// Returns the milliseconds of what a screen reader reads, for each screen.
  private static func readings(of frames: [Frame], _ rounds: Int) -> [Double] {
    var kept = 0
    let times = (0..<rounds).flatMap { _ in
      frames.map { frame in timedNow { kept += ScreenReading(frame).lines.count } / 1000 }
    }
    return kept > 0 ? times : []
  }

  private static func each(_ frames: [Frame], _ rounds: Int, _ body: (Frame) -> Int) -> Double {
    var kept = 0
    let times = (0..<rounds).map { _ in
      timedNow { for frame in frames { kept += body(frame) } } / Double(frames.count) / 1000
    }
    return kept >= 0 ? Times(times).median : 0
  }

  /// The mean number of presses from the top of a screen to each of its controls, by two switches and by the Tab key.
  private static func presses(on frames: [Frame]) throws(Problem) -> (switches: Double, tabs: Double) {
    var (switches, tabs, count) = (0, 0, 0)
    for frame in frames {
      let plan = ScanPlan(frame)
      let stops = (frame.dialog.map { $0.all + frame.toasts.flatMap(\.all) } ?? frame.everything)
        .filter { !$0.state.isDisabled && (!$0.actions.isEmpty || $0.destination != nil) }
      for (place, element) in stops.enumerated() {
        var scan = SwitchScan(plan, .two)
        let verb = ScanPlan.verbs(of: element).first ?? .activate
        guard let needed = scan.reach(.act(element.id, verb)) else {
          throw Problem.unmeasured("a switch does not reach \(element.id)")
        }
        switches += needed
        // The key once for each stop up to it, and Enter.
        tabs += place + 2
        count += 1
      }
    }
    guard count > 0 else { throw Problem.unmeasured("there are no controls") }
    return (Double(switches) / Double(count), Double(tabs) / Double(count))
  }

  /// Returns the milliseconds from words that a recogniser reports to the frame that shows them.
  private static func transcript(in product: Product, _ count: Int) async throws(Problem) -> [Double] {
    let person = try await Person.open(product, home: .memory)
    let window = await person.window()
    let ability: JSON = ["listens": true, "microphone": "granted"]
    guard let told = try Command(method: "speech", params: ability) else {
      throw Problem.unmeasured("there is no method for speech")
    }
    try await window.perform(told)
    try await window.perform(.open(Route(["voice"])))
    try await window.perform(.tap(.label("Speak")))
    try await window.perform(.wait(.label("Recording"), seconds: 10))
    var times: [Double] = []
    for number in 0..<count {
      let words = "these are words number \(number)"
      let frames = window.frames.listen()
      let start = ContinuousClock.now
      try await window.perform(.speech(.partial(words)))
      for await frame in frames where frame.everything.contains(where: { ($0.value ?? $0.label).contains(words) }) {
        break
      }
      times.append((ContinuousClock.now - start).microseconds / 1000)
    }
    await window.close()
    await person.close()
    return times
  }

  /// Returns the microseconds of a tap to its settled frame, with switch and voice control and without.
  private static func taps(in product: Product, _ count: Int) async throws(Problem) -> (on: [Double], off: [Double]) {
    let window = try await Person.open(product, home: .memory).window()
    let tabs = ["tabs.pillars", "tabs.insights", "tabs.profile", "tabs.dashboard"]
    var (on, off): ([Double], [Double]) = ([], [])
    for round in 0..<8 {
      let isOn = round % 2 == 0
      try await window.perform(.appearance(comfort: .init(switches: isOn ? .two : .off, voice: isOn)))
      for number in 0..<max(1, count / 8) {
        let start = ContinuousClock.now
        try await window.perform(.tap(.id(tabs[number % tabs.count])))
        let time = (ContinuousClock.now - start).microseconds
        if isOn { on.append(time) } else { off.append(time) }
      }
    }
    await window.close()
    return (on, off)
  }
}
