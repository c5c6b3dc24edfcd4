internal import Connectivity
internal import Interface
internal import Kernel
internal import Shell

/// One scenario as it is being played: the persons in it, the time they share, the folder they live in.
struct Performance {
  private struct Part {
    let person: Person
    let window: Window
    /// As the scenario said last; a new process finds the same network.
    var network: Connectivity?
  }

  private struct Name: Hashable {
    let person: String
    let product: String
  }

  private let home: String
  private let clock: ManualTime
  private let product: Product
  private var parts: [Name: Part] = [:]
  private var current: Name
  /// Each process has identifiers of its own, and the same ones whenever the scenario is played.
  private var opened: UInt64 = 0

  init(_ product: Product, from start: Moment, home: String) {
    self.product = product
    self.home = home
    clock = ManualTime(start)
    current = Name(person: "me", product: product.id)
  }

  /// Why the step could not be done or what it expects is not so; nil when all is well.
  mutating func perform(_ step: Scenario.Step) async -> String? {
    do {
      switch step {
      case .be(let name, let product): try await be(name, in: product)
      case .reopen: try await reopen()
      case .expect(let expectation):
        let window = try await window()
        return await window.settled().refutation(of: expectation)
      case .advance, .setClock:
        try await window().perform(command(step))
        // Time passes for everybody.
        for part in parts.values { _ = await part.window.settled() }
      case .network(let network):
        try await window().perform(.network(network))
        parts[current]?.network = network
      default: try await window().perform(command(step))
      }
      return nil
    } catch {
      return error.sentence
    }
  }

  /// What the person who acts has before them; nil before anybody opened anything.
  func screen() async -> String? {
    guard let window = parts[current]?.window else { return nil }
    return Outline.text(await window.settled())
  }

  func end() async {
    for part in parts.values { await Performance.close(part) }
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
    if let part = parts.removeValue(forKey: current) { await Performance.close(part) }
    let window = try await window()
    guard let network else { return }
    try await window.perform(.network(network))
    parts[current]?.network = network
  }

  private static func close(_ part: Part) async {
    await part.window.close()
    part.person.close()
  }

  /// The window of whoever acts, opened when they come in.
  private mutating func window() async throws(Problem) -> Window {
    if let part = parts[current] { return part.window }
    opened += 1
    let person = try Person(
      Product.named(current.product) ?? product, profile: current.person, home: .folder(home), clock: clock,
      seed: opened)
    let window = await person.window()
    parts[current] = Part(person: person, window: window)
    return window
  }

  // MARK: Commands

  private mutating func command(_ step: Scenario.Step) async throws(Problem) -> Command {
    switch step {
    case .open(let route): return .open(route)
    case .tap(let thing): return .tap(try await target(thing, .activate))
    case .type(let thing, let text): return .type(try await target(thing, .edit), text)
    case .choose(let thing, let entry): return .choose(try await target(thing, .choose), entry)
    case .act(let verb, let thing, let entry): return .act(try await target(thing, verb), verb, entry)
    case .scroll(let position): return .act(.id("screen"), .scroll, .number(position))
    case .back: return .back
    case .refresh: return .refresh
    case .advance(let seconds): return .advance(seconds: seconds)
    case .setClock(let date, let zone): return .setClock(date, zone: zone)
    case .receive(let title, let body, let opening): return .receive(title: title, body: body, opening: opening)
    case .wait(let label, let seconds): return .wait(.label(label), seconds: seconds)
    case .network(let network): return .network(network)
    case .be, .reopen, .expect: return .screen
    }
  }

  /// By its label, as a person would; by its identifier where the step says more than the label.
  private mutating func target(_ thing: Thing, _ verb: Verb) async throws(Problem) -> Command.Target {
    let frame = await (try window()).settled()
    let able = frame.elements(for: thing, offering: verb)
    if thing.role == nil, thing.container == nil {
      // The window says best what is wrong with a label, but for what is nearest.
      guard able.isEmpty, !frame.inReach.contains(where: { $0.label == thing.label }) else {
        return .label(thing.label)
      }
      let doing = frame.inReach.filter { $0.actions.contains(verb) }
      guard let meant = Spelling.nearest(to: thing.label, among: doing.map(\.label)) else { return .label(thing.label) }
      throw Problem("no-such-node", "“\(thing.label)” is not on the screen.", remedy: "Did you mean “\(meant)”?")
    }
    guard let only = able.first, able.count == 1 else {
      let kind = thing.role?.rawValue ?? "one"
      let place = thing.container.map { " in “\($0)”" } ?? ""
      throw Problem(
        able.isEmpty ? "no-such-node" : "ambiguous",
        "There \(able.isEmpty ? "is no" : "are \(able.count) called") “\(thing.label)”, \(kind)\(place), that takes “\(verb.rawValue)”.",
        remedy: able.isEmpty ? "Look at the screen below." : "Say what holds it: in \"...\".")
    }
    return .id(only.id)
  }
}
