internal import FoundationEssentials
public import Interface
public import Kernel
internal import Navigation

extension Window {
  /// Executes a command and returns the frame once all effects have settled.
  @discardableResult
  public func perform(_ command: Command) async throws(Problem) -> Frame {
    if command.isPersonal { person.windows.activate(self) }
    switch command {
    case .screen: break
    case .arrive: await arrive()
    case .open(let route): await navigation.send(.open(route))
    case .tap(let target): try await act(on: target, .activate, .none)
    case .type(let target, let text): try await act(on: target, .edit, .text(text))
    case .choose(let target, let entry): try await act(on: target, .choose, entry)
    case .act(.id("screen"), .scroll, .number(let position)): await navigation.send(.scrolled(position))
    case .act(let target, let verb, let entry): try await act(on: target, verb, entry)
    case .back: await goBack()
    case .refresh: await show().refresh?.send()
    case .wait(let target, let seconds): return try await wait(for: target, seconds)
    case .network(let connectivity):
      person.network.set(connectivity)
      await followNetwork()
    case .advance(let seconds): try await advance(seconds)
    case .setClock(let date, let zone): try await setClock(date, zone)
    case .receive(let title, let body, let opening): try await receive(title, body, opening)
    case .photo(let answer, let number): try await hand(answer, to: number)
    case .appearance(let scheme, let textSize, let motion):
      await surroundings { surroundings in
        if let scheme { surroundings.scheme = scheme }
        if let textSize { surroundings.textSize = textSize }
        if let motion { surroundings.motion = motion }
      }
    }
    return await settled()
  }

  private func act(on target: Command.Target, _ verb: Verb, _ entry: Entry) async throws(Problem) {
    let node = try show().node(target, offering: verb)
    guard let offer = node.offer(verb), let bound = offer.action(entry) else { throw node.refusal(of: entry) }
    await bound.send()
  }

  /// Returns the offer of a reachable node for a verb.
  func offer(of target: Command.Target, _ verb: Verb) throws(Problem) -> Offer<Bound> {
    let node = try show().node(target, offering: verb)
    guard let offer = node.offer(verb) else { throw node.refusal(of: .none) }
    return offer
  }

  /// Dismisses the open dialog, or navigates back if there is none.
  private func goBack() async {
    if let dismiss = show().dialog?.offer(.dismiss)?.action(.none) {
      await dismiss.send()
    } else {
      await navigation.send(.back)
    }
  }

  private func wait(for target: Command.Target, _ seconds: Double) async throws(Problem) -> Frame {
    // A toast is visible beside a dialog too, though only the dialog can be acted on.
    let isThere = await shows(within: seconds) { frame in
      (frame.inReach + frame.toasts.flatMap(\.all)).contains(where: target.names)
    }
    let frame = await settled()
    guard isThere else { throw .absent(target, among: frame.inReach.map(\.label)) }
    return frame
  }

  /// Returns whether a matching frame is shown within this many real seconds.
  @discardableResult
  func shows(within seconds: Double = 2, _ isMeant: @escaping @Sendable (Frame) -> Bool) async -> Bool {
    let frames = frames
    if isMeant(show().frame) { return true }
    return await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        for await frame in frames.listen() where isMeant(frame) { return true }
        return false
      }
      group.addTask {
        try? await Task.sleep(for: .seconds(min(max(seconds, 0), 600)))
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }

  // MARK: Time

  private var clock: ManualTime {
    get throws(Problem) {
      guard let manual = person.manual else {
        throw Problem(
          "no-clock", "The time is the machine's own and cannot be moved.",
          remedy: "Start with --clock and an instant, such as --clock 2026-03-02T08:00:00Z.")
      }
      return manual
    }
  }

  private func advance(_ seconds: Double) async throws(Problem) {
    let clock = try clock
    let most = 366.0 * 86_400
    guard (0...most).contains(seconds) else {
      throw Problem(
        "bad-value", "The time moves on by 0 to \(Int(most)) seconds at once.", remedy: "Advance in smaller steps.")
    }
    await clock.advance(by: .milliseconds(Int64(seconds * 1000)), settling: context.settling)
    isStale = true
  }

  private func setClock(_ date: Date, _ zoneName: String?) async throws(Problem) {
    let clock = try clock
    var moment = clock.now
    moment.date = date
    if let zoneName {
      guard let zone = TimeZone(named: zoneName) else {
        throw Problem(
          "bad-value", "There is no time zone called “\(zoneName.prefix(64))”.",
          remedy: "Use a name such as Europe/Rome or America/New_York.")
      }
      moment.zone = zone
    }
    await clock.set(moment, settling: context.settling)
    isStale = true
  }

  // MARK: Notifications

  /// Handles a notification: shows it with a button that opens its destination.
  private func receive(_ title: String, _ body: String, _ opening: Command.Opening?) async throws(Problem) {
    var text: String?
    switch opening {
    case .link(let link): text = link
    case .route(let route, let end):
      let until = end ?? context.time.now().advanced(by: .seconds(7 * 86_400)).date
      let key = person.key
      do {
        text = try Link.signed(product: person.product.id, route: route, until: until, by: key.signature).text
      } catch let problem as Problem {
        throw problem
      } catch {
        throw Problem("signing", "The notification could not be signed.", remedy: "Try again.")
      }
    case nil: break
    }
    say(.notification(Push(title: title, body: body, link: text)))
    await toast(Toast("\(title): \(body)", tone: .accent, way: text.map { .init("Open", link: $0) }))
  }
}

extension Picture {
  /// Returns the node that the target names. Among several with the label, the one that offers the verb.
  fileprivate func node(_ target: Command.Target, offering verb: Verb) throws(Problem) -> Node<Bound> {
    let inReach = inReach(of: target)
    let named = inReach.filter { target.names($0.element) }
    let enabled = named.filter { !$0.state.isDisabled }
    let able = enabled.filter { $0.offer(verb) != nil }
    if let only = able.first, able.count == 1 { return only }
    let others = inReach.filter { !$0.state.isDisabled && $0.offer(verb) != nil }.map(\.label)
    if able.count > 1 {
      throw Problem(
        "ambiguous", "\(target) is there \(able.count) times.",
        remedy: "Name one by its id: \(able.map(\.id).joined(separator: ", ")).")
    }
    if let node = enabled.first {
      throw Problem(
        "not-offered", "\(target) is a \(node.role.rawValue) and does not take “\(verb.rawValue)”.",
        remedy: node.offers.isEmpty
          ? "These do: \(others.listed)." : "It takes: \(node.offers.map(\.verb.rawValue).listed).")
    }
    if let node = named.first {
      throw Problem(
        "disabled", "\(target) cannot be used now.\(node.hint.map { " \($0)" } ?? "")",
        remedy: "These can: \(others.listed).")
    }
    throw .absent(target, among: others)
  }
}

extension Command {
  /// Whether a person performs it at a window, in contrast to changes of the environment.
  fileprivate var isPersonal: Bool {
    switch self {
    case .arrive, .open, .tap, .type, .choose, .act, .back, .refresh, .photo: true
    case .screen, .wait, .network, .advance, .setClock, .receive, .appearance: false
    }
  }
}

extension Command.Target {
  func names(_ element: Element) -> Bool {
    switch self {
    case .id(let id): element.id == id
    case .label(let label): element.label == label && !element.state.isDisabled
    }
  }
}

extension Problem {
  fileprivate static func absent(_ target: Command.Target, among labels: [String]) -> Problem {
    Problem("no-such-node", "\(target) is not on the screen.", remedy: "There is: \(labels.listed).")
  }
}

extension Node {
  /// Says which values the node accepts.
  fileprivate func refusal(of entry: Entry) -> Problem {
    let wanted: String =
      if role == .filefield {
        offer(.hand) == nil ? "a photo, by `photo`" : "a file of this machine, by its path"
      } else if let minimum = state.minimum, let maximum = state.maximum {
        "a number from \(minimum) to \(maximum)"
      } else if let longest = state.longest {
        "a text of at most \(longest) characters"
      } else if !children.isEmpty {
        "one of \(children.map(\.label).listed)"
      } else {
        "true or false"
      }
    return Problem("bad-value", "“\(label)” did not take that.", remedy: "It takes \(wanted).")
  }
}

extension [String] {
  /// Joins at most 40 distinct elements for a sentence.
  fileprivate var listed: String {
    var seen: Set<String> = []
    let distinct = filter { !$0.isEmpty && seen.insert($0).inserted }
    let shown = distinct.prefix(40).map { "“\($0)”" }.joined(separator: ", ")
    return distinct.isEmpty ? "nothing" : distinct.count > 40 ? "\(shown) and \(distinct.count - 40) more" : shown
  }
}
