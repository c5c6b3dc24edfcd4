public import Interface
public import Kernel
internal import Navigation
internal import Platform

extension Window {
  /// Executes a command and returns the frame once all effects have settled.
  @discardableResult
  public func perform(_ command: Command) async throws(Problem) -> Frame {
    if command.isPersonal {
      person.windows.activate(self)
      await person.followZone()
      beginTurn()
    }
    await person.lock?.check()
    do throws(Problem) {
      let frame = try await carryOut(command)
      await person.lock?.touched(by: command)
      return frame
    } catch {
      await person.lock?.touched(by: command)
      throw error
    }
  }

  private func carryOut(_ command: Command) async throws(Problem) -> Frame {
    let wasLoading = isLoading
    switch command {
    case .screen: break
    case .arrive: if !isLocked { await arrive() }
    case .open(let route) where isLocked: await openLocked(route)
    // An old address of the lock screen leads nowhere else once the profile is open.
    case .open(let route) where person.lock != nil && route.path == PersonLock.route.path: break
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
    case .region(let region): await settle(in: region)
    case .photo(let answer, let number): try await hand(answer, to: number)
    case .speech(let report, let number): try await take(report, to: number)
    case .delivered(let report, let number): try await take(report, of: number)
    case .browses(let callback): try await browses(returningTo: callback)
    case .browsed(let answer): try await browsed(answer)
    case .pushAddress(let address): person.windows.tell(pushAddress: address)
    case .pushed(let payload, let isTapped): try await take(payload, isTapped: isTapped)
    case .lock: try await person.lockNow()
    case .switched(let number, let motion): return try await take(number, motion)
    case .voiced(let text): return try await hear(text)
    case .releaseMemory: await person.releaseMemory()
    case .appearance(let scheme, let textSize, let motion, let comfort):
      await surroundings { surroundings in
        if let scheme { surroundings.scheme = scheme }
        if let textSize { surroundings.textSize = textSize }
        if let motion { surroundings.motion = motion }
        comfort.apply(to: &surroundings)
      }
    }
    return tellLoading(await settled(), isRefreshed: command == .refresh, since: wasLoading)
  }

  /// Opens a public page of a locked window. Any other route waits, and the lock screen is shown.
  private func openLocked(_ route: Route) async {
    let isLock = route.path == PersonLock.route.path
    if !isLock, hasPage(at: route) { return await navigation.send(.open(route)) }
    if !isLock { wait(for: route) }
    if navigation.states.value.route != PersonLock.route { await navigation.send(.open(PersonLock.route)) }
  }

  func act(on target: Command.Target, _ verb: Verb, _ entry: Entry) async throws(Problem) {
    let picture = show()
    let element = try picture.element(target, offering: verb)
    if let offer = picture.offer(verb, of: element.id) {
      guard let bound = offer.action(entry) else { throw picture.refusal(of: entry, by: element) }
      await bound.send()
    } else if verb == .activate, let destination = element.destination {
      // Activating a link opens its destination, unless the node offers another action.
      await navigation.send(.open(destination))
    } else {
      throw picture.refusal(of: entry, by: element)
    }
  }

  /// Returns the offer of a reachable node for a verb.
  func offer(of target: Command.Target, _ verb: Verb) throws(Problem) -> Offer<Bound> {
    let picture = show()
    let element = try picture.element(target, offering: verb)
    guard let offer = picture.offer(verb, of: element.id) else { throw picture.refusal(of: .none, by: element) }
    return offer
  }

  /// Dismisses the open dialog, or navigates back if there is none.
  func goBack() async {
    let picture = show()
    // The way back from a sheet is to the sheet or the screen that led to it.
    if let dialog = picture.frame.dialog, dialog.role != .sheet || navigation.states.value.sheets == 0,
      let dismiss = picture.offer(.dismiss, of: dialog.id)?.action(.none)
    {
      await dismiss.send()
    } else {
      await navigation.send(.back)
    }
  }

  private func wait(for target: Command.Target, _ seconds: Double) async throws(Problem) -> Frame {
    let begin = ContinuousClock.now
    // A toast is visible beside a dialog too, though only the dialog can be acted on.
    let isThere = await shows(within: seconds) { frame in
      (frame.inReach + frame.toasts.flatMap(\.all)).contains(where: target.names)
    }
    guard isThere else { throw .absent(target, among: show().frame.inReach.map(\.label)) }
    // What is left of the time is for effects to settle, so that the whole stays within what was asked for.
    return await settled(within: .seconds(seconds) - (.now - begin))
  }

  /// Returns whether a matching frame is shown within this many real seconds.
  @discardableResult
  package func shows(within seconds: Double = 2, _ isMeant: @escaping @Sendable (Frame) -> Bool) async -> Bool {
    let frames = frames
    if isMeant(show().frame) { return true }
    return await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        for await frame in frames.listen() where isMeant(frame) { return true }
        return false
      }
      group.addTask {
        try? await Task.sleep(for: .seconds(min(max(seconds, 0), Command.longestWait)))
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
      // The person travels with the clock.
      context.regions.forgetZones()
    }
    await clock.set(moment, settling: context.settling)
    await person.followZone()
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
    let shown = Toast("\(title): \(body)", tone: .accent, way: text.map { .init("Open", link: $0) })
    guard !isLocked else {
      // Neither its text nor its destination is shown before the person unlocks the profile.
      say(.notification(PushNotification(title: person.product.name, body: "Unlock to read a new notification.")))
      return wait(for: shown)
    }
    say(.notification(PushNotification(title: title, body: body, link: text)))
    await toast(shown)
  }
}

extension PersonLock {
  /// The use counts after the command: the warning that it ends may offer what was tapped.
  fileprivate func touched(by command: Command) async { if command.isPersonal { await touched() } }
}

extension Command {
  /// Whether a person performs it at a window, in contrast to changes of the environment.
  fileprivate var isPersonal: Bool {
    switch self {
    case .arrive, .open, .tap, .type, .choose, .act, .back, .refresh, .photo, .delivered, .browsed,
      .lock, .switched, .voiced:
      true
    case .speech(let report, _): if case .can = report { false } else { true }
    case .screen, .wait, .network, .advance, .setClock, .receive, .appearance, .region, .browses, .pushAddress, .pushed,
      .releaseMemory:
      false
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
