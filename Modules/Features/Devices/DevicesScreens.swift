internal import Days
public import Interface
public import Kernel
internal import Platform

// The screen and the notice as pure functions of the state, the route and the window.
extension DevicesState {
  public static let route = Route(["account", "devices"])

  /// The place of this feature's screen.
  public static let place = Place(
    "/account/devices", title: "Devices", keywords: ["sessions", "sign out everywhere", "signed in", "log out"])

  /// The words for a device whose session another one has ended.
  public static let ending = "You were signed out of this device on another one."

  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<DevicesWindowAction> {
    let local = windows[window]
    return Screen(
      route, title: "Devices",
      nodes: [.heading("Devices", level: 1)] + body(of: local, in: surroundings),
      dialog: local.asking.map { question($0, in: local) })
  }

  /// The notice above every screen of a device whose session was ended elsewhere, until somebody signs in again.
  public func banner(at window: WindowID) -> [Node<DevicesWindowAction>] {
    guard isEnded, !windows[window].hasDismissedEnding else { return [] }
    return [
      .notice(
        DevicesState.ending, id: "ended", tone: .warning, icon: .lock, dismiss: .dismissEnding,
        [.link("Sign in again", to: Route(["account"]), id: "sign-in-again", icon: .unlock)])
    ]
  }

  private func body(
    of local: DevicesWindowState, in surroundings: Surroundings
  ) -> [Node<DevicesWindowAction>] {
    guard surroundings.isSignedIn else {
      return [
        .empty(
          "Sign in to see your devices.", because: "You are not signed in on this device.", icon: .device,
          .link("Sign in", to: Route(["account", "sign-in"]), icon: .person))
      ]
    }
    guard let devices = local.devices else {
      if local.isLoading { return [.skeleton("Loading your devices")] }
      // Nothing is loading after the session was renewed in another window.
      return (local.problem.map { [notice($0)] } ?? []) + [.button("Retry", icon: .refresh, does: .reload)]
    }
    return (local.problem.map { [notice($0)] } ?? [])
      + [
        .text("These devices are signed in to your account.", id: "about"),
        .list("Signed in", devices.map { row($0, in: local, surroundings.now) }),
      ] + everywhereElse(local)
  }

  private func notice(_ problem: Problem) -> Node<DevicesWindowAction> {
    .problem(problem)
  }

  private func row(_ device: Device, in local: DevicesWindowState, _ now: Moment) -> Node<DevicesWindowAction> {
    let dates = DateWords(now)
    let since = "signed in \(dates.ago(device.signedIn))"
    let use = device.isThisOne ? "This device" : "Last used \(dates.ago(device.lastUsed))"
    let name = "Sign out of \(device.title)"
    let way: [Node<DevicesWindowAction>] =
      device.isThisOne
      ? []
      : [
        local.signingOut == nil
          ? .destructive(name, id: "sign-out", icon: nil, asks: .ask(.one(device.id)))
          : .disabledButton(name, id: "sign-out", because: "Signing out is in progress.")
      ]
    return .row(device.title, id: device.id, value: "\(use), \(since)", way).with { $0.icon = .device }
  }

  private func everywhereElse(_ local: DevicesWindowState) -> [Node<DevicesWindowAction>] {
    guard !local.others.isEmpty else {
      return [.note("You are signed in on this device alone.", icon: .info, id: "alone")]
    }
    guard local.signingOut == nil else {
      return [
        .progress("Signing out"),
        .disabledButton("Sign out everywhere else", id: "others", because: "Signing out is in progress."),
      ]
    }
    return [.destructive("Sign out everywhere else", id: "others", icon: nil, asks: .ask(.others))]
  }

  private func question(_ target: DevicesTarget, in local: DevicesWindowState) -> Node<DevicesWindowAction> {
    let title =
      target == .others ? "Sign out everywhere else?" : "Sign out of \(local.name(of: target))?"
    let lead = target == .others ? "Every other device loses access at once." : "It loses access at once."
    return .dialog(
      title, id: "question",
      [.text("\(lead) Entries that were not sent yet stay there until you sign in again.", id: "words")],
      buttons: [
        .button("Cancel", does: .dismiss),
        .button(target == .others ? "Sign out everywhere else" : "Sign out", id: "confirm", does: .signOut),
      ], dismiss: .dismiss)
  }
}
