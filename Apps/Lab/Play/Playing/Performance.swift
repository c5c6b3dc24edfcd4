internal import Catalog
internal import Connectivity
internal import FoundationEssentials
internal import Interface
internal import Kernel
internal import Shell

/// The state of a scenario being played: its persons, their shared time and their folder.
struct Performance {
  private struct Part {
    let seat: Play.Seat
    /// The network condition set last, applied again after a restart.
    var network: Connectivity?
  }

  private struct Name: Hashable {
    let person: String
    let product: String
  }

  private let product: Product
  private let opening: Play.Opening
  /// The clock of all persons in this process.
  private let clock: ManualTime
  private let server: ServerPort?
  private let saysWhen: Bool
  private let driver: Play.Driver
  private let apps: ScenarioApps?
  private var parts: [Name: Part] = [:]
  /// The places of the products that were asked for.
  private var places: [String: [Place]] = [:]
  private var current: Name
  /// Taps since the scenario began or said `from here`.
  private var taps = 0
  /// The hands of each person, with what has their focus.
  private var hands: [Name: DriverHands] = [:]
  /// The text copied last, by any person of the scenario.
  private var copied: String?

  init(
    _ scenario: Scenario, of product: Product, as person: String, on clock: ManualTime, server: ServerPort?,
    driver: Play.Driver = .direct, apps: ScenarioApps? = nil, opening: @escaping Play.Opening
  ) {
    self.product = product
    self.opening = opening
    self.clock = clock
    self.server = server
    saysWhen = scenario.saysWhen
    self.driver = driver
    self.apps = apps
    current = Name(person: person, product: product.id)
  }

  /// Performs a step. Returns why it failed; nil on success.
  mutating func perform(_ step: Scenario.Step) async -> String? {
    do {
      switch step {
      case .be(let name, let product): try await be(name, in: product)
      case .reopen: try await reopen()
      case .expect(let expectation):
        return try await window().perform(.screen).refutation(of: expectation)
      case .countTaps: taps = 0
      case .taps(let number): return taps == number ? nil : "It took \(taps) \(taps == 1 ? "tap" : "taps")."
      case .copy(let thing): return try await copy(thing)
      case .paste where copied == nil: return "Nothing was copied before."
      case .open(let route):
        try check(route)
        try await window().perform(.open(route))
      case .access(let isAllowed): return try await decide(isAllowed)
      case .advance, .setClock: try await pass(command(step))
      case .network(let network):
        try await window().perform(.network(network))
        parts[current]?.network = network
      default:
        try await operate(command(step))
        if step.isTap { taps += 1 }
      }
      return nil
    } catch {
      return error.sentence
    }
  }

  /// Throws unless the current product has a place at the route. Such a step would show its home without a word.
  private mutating func check(_ route: Route) throws(Problem) {
    let product = Product.named(current.product) ?? product
    let known = places[product.id] ?? product.places
    places[product.id] = known
    try product.check(route, among: known)
  }

  /// Returns the current person's screen as text; nil before a window was opened.
  func screen() async -> String? {
    guard let part = parts[current], let frame = try? await part.seat.pane.perform(.screen) else { return nil }
    return ScreenOutline.text(frame)
  }

  func end() async {
    for part in parts.values { await part.seat.end() }
  }

  /// Returns why nothing was copied; nil on success.
  private mutating func copy(_ thing: Thing) async throws(Problem) -> String? {
    let frame = try await window().perform(.screen)
    let values = frame.elements(in: thing.container, of: frame.inReach)
      .filter { $0.label == thing.label && (thing.role == nil || $0.role == thing.role) }.compactMap(\.value)
    guard let only = values.first, values.count == 1 else {
      return values.isEmpty
        ? "There is no “\(thing.label)” with a value." : "There are \(values.count) values called “\(thing.label)”."
    }
    copied = only
    return nil
  }

  /// Decides at the page that the window's browser shows. Returns why nothing was decided; nil on success.
  private mutating func decide(_ isAllowed: Bool) async throws(Problem) -> String? {
    let pane = try await window()
    guard let apps, let visit = await (pane as? Window)?.visit else { return "No page of a provider was opened." }
    let arrived = try await apps.decide(isAllowed, at: visit.address)
    try await pane.perform(.browsed(.returned(Redacted(arrived))))
    return nil
  }

  // MARK: Persons

  private mutating func be(_ person: String, in product: String?) async throws(Problem) {
    let known = parts.keys.filter { $0.person == person }
    current = Name(
      person: person, product: product ?? (known.count == 1 ? known.first?.product : nil) ?? self.product.id)
    _ = try await window()
  }

  private mutating func reopen() async throws(Problem) {
    let network = parts[current]?.network
    _ = try await window()
    if let part = parts.removeValue(forKey: current) { await part.seat.end() }
    let window = try await window(on: network)
    guard let network else { return }
    try await window.perform(.network(network))
    parts[current]?.network = network
  }

  /// Returns the current person's window, opened on first use.
  private mutating func window(on network: Connectivity? = nil) async throws(Problem) -> any AnyWindow {
    if let part = parts[current] { return part.seat.pane }
    let seat = try await opening(Product.named(current.product) ?? product, current.person, clock, server, network)
    if let owner = seat.owner, !parts.values.contains(where: { $0.seat.owner == owner }) {
      do throws(Problem) { try await agree(with: seat) } catch {
        await seat.end()
        throw error
      }
    }
    parts[current] = Part(seat: seat)
    return seat.pane
  }

  // MARK: Time

  /// Sets the other process's clock to the scenario's time. Where that is not possible, only a scenario without a time
  /// can be played.
  private func agree(with seat: Play.Seat) async throws(Problem) {
    do {
      try await seat.pane.perform(.setClock(clock.now.date, zone: clock.now.zone.identifier))
    } catch {
      guard error.code == "no-clock" else { throw error }
      guard saysWhen else { return }
      throw Problem(
        "owner-clock",
        "The scenario has a clock of its own, and the process that has the profile open goes by the machine's time.",
        safe: "Nothing was changed.", remedy: "End that process, or take the line `clock` out.")
    }
  }

  /// Applies a time command once in each process, and once for each that joins later.
  private mutating func pass(_ command: Command) async throws(Problem) {
    try await window().perform(command)
    var moved = [parts[current]?.seat.owner]
    for part in parts.values where !moved.contains(part.seat.owner) {
      moved.append(part.seat.owner)
      try await part.seat.pane.perform(command)
    }
    if !moved.contains(nil) {
      switch command {
      case .advance(let seconds):
        await clock.advance(by: .milliseconds(Int64(seconds * 1000)), settling: Settling())
      case .setClock(let date, let zone):
        let zone = zone.flatMap { TimeZone(named: $0) } ?? clock.now.zone
        await clock.set(Moment(date, in: zone), settling: Settling())
      default: break
      }
    }
    for part in parts.values { try await part.seat.pane.perform(.screen) }
  }

  // MARK: Commands

  /// Performs a command by the input that the person uses.
  private mutating func operate(_ command: Command) async throws(Problem) {
    let window = try await window()
    guard driver != .direct else {
      try await window.perform(command)
      return
    }
    let frame = try await window.perform(.screen)
    try await window.perform(hands[current, default: DriverHands(driver)].command(command, on: frame))
  }

  private mutating func command(_ step: Scenario.Step) async throws(Problem) -> Command {
    switch step {
    case .open(let route): return .open(route)
    case .tap(let thing): return .tap(try await target(thing, .activate))
    case .type(let thing, let text): return .type(try await target(thing, .edit), text)
    case .paste(let thing): return .type(try await target(thing, .edit), copied ?? "")
    case .choose(let thing, let entry): return .choose(try await target(thing, .choose), entry)
    case .act(let verb, let thing, let entry): return .act(try await target(thing, verb), verb, entry)
    case .scroll(let position): return .act(.id("screen"), .scroll, .number(position))
    case .photo(let path): return .photo(.file(path))
    case .delivered(let report): return .delivered(report)
    case .back: return .back
    case .refresh: return .refresh
    case .advance(let seconds): return .advance(seconds: seconds)
    case .setClock(let date, let zone): return .setClock(date, zone: zone)
    case .receive(let title, let body, let opening): return .receive(title: title, body: body, opening: opening)
    case .wait(let label, let seconds): return .wait(.label(label), seconds: seconds)
    case .network(let network): return .network(network)
    case .locale(let region): return .region(region)
    case .be, .reopen, .copy, .access, .countTaps, .taps, .expect: return .screen
    }
  }

  /// Resolves a reference: to its label, as a person would, or to an identifier where the step says more than the
  /// label.
  private mutating func target(_ thing: Thing, _ verb: Verb) async throws(Problem) -> Command.Target {
    let frame = try await window().perform(.screen)
    let able = frame.elements(for: thing, offering: verb)
    if thing.role == nil, thing.container == nil {
      // The window reports errors about labels, except for suggestions.
      guard able.isEmpty, !frame.inReach.contains(where: { $0.label == thing.label }) else {
        return .label(thing.label)
      }
      let doing = frame.inReach.filter { $0.actions.contains(verb) }
      guard let meant = Spelling.nearest(to: thing.label, among: doing.map(\.label)) else { return .label(thing.label) }
      throw Problem("no-such-node", "“\(thing.label)” is not on the screen.", remedy: "Did you mean “\(meant)”?")
    }
    guard let only = able.first, able.count == 1 else { throw frame.refusal(of: thing, verb, found: able.count) }
    return .id(only.id)
  }
}
