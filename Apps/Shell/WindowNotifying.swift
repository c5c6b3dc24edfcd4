package import Interface
internal import JSON
internal import Kernel
internal import Navigation
internal import Platform
internal import Push

// Notifications of the product itself, which its own features plan.
extension Window {
  /// Sets the number of unread notifications on the bell.
  package func bell(_ count: Int) async { await navigation.send(.setNotifications(count)) }

  /// Shows a notification as a banner with its buttons, and tells the front end of it. Its link is signed as a server
  /// would.
  package func notify(
    _ name: String, _ title: String, _ body: String, icon: Icon, opens route: Route, channel: String? = nil,
    isSilent: Bool = false, buttons: [NotificationButton]
  ) async {
    let key = person.key
    let until = context.time.now().advanced(by: .seconds(7 * 86_400)).date
    // A notification without a link still says what there is to say.
    let link = try? Link.signed(product: person.product.id, route: route, until: until, by: key.signature)
    let (beginning, whole) = PushNotification.folded(body)
    say(
      .notification(
        PushNotification(
          title: title, body: beginning, link: link?.text, name: name, actions: buttons.map(\.label),
          image: icon.rawValue,
          channel: channel, isSilent: isSilent ? true : nil,
          expanded: whole)))
    // It is in the device's list and in the history; nothing comes in front.
    guard !isSilent else { return }
    await toasts.send(
      .add(
        Posted(
          toast: Toast("\(title): \(body)", tone: .accent),
          notification: Posted.Shown(name: name, icon: icon, buttons: buttons), limits: surroundings.timeLimits)))
  }

  /// Takes back the banners, and has the front end take them out of the system's list.
  func withdraw(_ names: Set<String>) async {
    guard !names.isEmpty else { return }
    say(.withdrawn(names.sorted()))
    await toasts.send(.withdraw(names))
  }
}

// Notifications that a push service has brought.
extension Window {
  /// Takes the payload of one. What the server has not signed for this profile, or what is too old, leads nowhere.
  func take(_ payload: Redacted<String>, isTapped: Bool) async throws(Problem) {
    let json = try? JSON(text: payload.revealed)
    let pushed = json.flatMap { PushedNotice($0) }
    guard let pushed, let key = person.parts.pushKey?.key, pushed.isGenuine(by: key) else {
      context.log.warning("A notification without the server's signature was refused.")
      if isTapped, !isLocked { return await open(Window.unavailable) }
      throw Problem(
        "push-forged", "This notification does not come from the server of this profile.", safe: "It was not shown.",
        remedy: "Nothing is to be done. Should it come often, turn notifications off and on again.")
    }
    guard pushed.expires > Int(context.time.now().date.timeIntervalSince1970), let route = Route(pushed.link) else {
      return isTapped && !isLocked ? await open(Window.unavailable) : ()
    }
    guard !isLocked else {
      if isTapped { return wait(for: route) }
      // Nothing of it is shown before the person unlocks the profile.
      return say(
        .notification(PushNotification(title: person.product.name, body: "Unlock to read a new notification.")))
    }
    // One that is brought again was told of; a tap on it leads to its place all the same.
    let isNew = person.windows.take(pushed, at: Int(context.time.now().date.timeIntervalSince1970))
    guard isNew || isTapped else { return }
    let arrival = PushArrival(
      id: pushed.id, kind: pushed.channel, body: pushed.body, route: route, isEcho: pushed.isEcho)
    if await person.windows.pushReception?(arrival, isTapped, id) == true { return }
    if isTapped { return await open(route) }
    // A device of the person has told of it, and the history will have it in a moment.
    guard !pushed.isEcho else { return }
    await toast(Toast("\(pushed.title): \(pushed.body)", tone: .accent, way: way(to: route)))
  }

  private func way(to route: Route) -> Toast.Way? {
    let key = person.key
    let until = context.time.now().advanced(by: .seconds(7 * 86_400)).date
    let link = try? Link.signed(product: person.product.id, route: route, until: until, by: key.signature)
    return link.map { .init("Open", link: $0.text) }
  }

  /// A route without a place: the window goes home and says that the content is unavailable.
  private static let unavailable = Route(["notifications", "unavailable"])
}
