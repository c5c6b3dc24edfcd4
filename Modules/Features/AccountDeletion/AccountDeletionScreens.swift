internal import Days
public import Interface
public import Kernel
internal import Platform

// The screen, the banner and the link as pure functions of the state, the route and the window.
extension AccountDeletionState {
  public static let route = Route(["account", "deletion"])
  /// The days between the request and the erasing, as the server counts them.
  static let delay = 14

  /// The place of this feature's screen.
  public static let place = Place(
    "/account/deletion", title: "Delete account", keywords: ["erase", "remove", "close", "certificate"])

  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<AccountDeletionWindowAction> {
    let local = windows[window]
    let dates = ErasureDates(surroundings.now)
    let title = document == nil ? "Delete account" : "Account erased"
    return Screen(
      route, title: title, nodes: [.heading(title, level: 1)] + body(in: local, dates, window),
      dialog: local.isAsking ? question(dates) : nil)
  }

  /// The notice above every screen while the account is to be erased, and until the certificate was read.
  public func banner(in surroundings: Surroundings) -> [Node<AccountDeletionWindowAction>] {
    let dates = ErasureDates(surroundings.now)
    switch kept {
    case nil: return []
    case .scheduled(let erasure)?:
      return [
        .notice(
          dates.erases(erasure), id: "deletion", tone: .warning, icon: .warning,
          isSignedIn
            ? [keepButton]
            : [.link("Sign in to keep it", to: Route(["account"]), id: "deletion-sign-in", icon: .person)])
      ]
    case .erased(let document)?:
      return [
        .notice(
          "Your account was erased on \(dates.day(document.erased)).", id: "deletion", tone: .info, icon: .info,
          [.link("Read certificate", to: Self.route, id: "deletion-certificate", icon: .forward)])
      ]
    }
  }

  /// The link on the account's page.
  public func link(in surroundings: Surroundings) -> [Node<AccountDeletionWindowAction>] {
    guard surroundings.isSignedIn || kept != nil else { return [] }
    return [.link("Delete account", to: Self.route, id: "delete-account", icon: .remove)]
  }

  // MARK: Body

  private func body(
    in local: AccountDeletionWindowState, _ dates: ErasureDates, _ window: WindowID
  ) -> [Node<AccountDeletionWindowAction>] {
    switch kept {
    case .erased(let document)?: certificate(document, dates)
    case .scheduled(let erasure)?: waiting(erasure, in: local, dates)
    case nil where !isLoaded: [.skeleton("Loading your account")]
    case nil where !isSignedIn:
      [
        .empty(
          "Sign in to delete your account.", because: "You are not signed in on this device.", icon: .person,
          .link("Sign in", to: Route(["account", "sign-in"]), icon: .person))
      ]
    case nil: facts(dates) + form(in: local, window)
    }
  }

  private func facts(_ dates: ErasureDates) -> [Node<AccountDeletionWindowAction>] {
    [
      .text(plan.about, id: "about"),
      .list(
        "What happens", id: "facts",
        [
          .row(
            "When", id: "when",
            value: "On \(dates.day(after: Self.delay)). Until then you can keep your account, and nothing is lost."),
          .row("What is erased", id: "what", value: plan.erased),
          .row("What stays with other people", id: "stays", value: plan.stays),
          .row("What you get", id: "get", value: "A certificate of what was erased, by e-mail and on this device."),
        ]),
    ]
  }

  private func form(
    in local: AccountDeletionWindowState, _ window: WindowID
  ) -> [Node<AccountDeletionWindowAction>] {
    let isBusy = underWay != nil
    let label = local.needsConnection && local.problem != nil ? "Try again" : "Continue"
    return problem(of: local)
      + [
        .field(
          "Password", id: local.emptied == 0 ? "password" : "password-\(local.emptied + 1)", holds: "",
          commit: { .typePassword(Redacted($0)) }
        ) { field in
          field.purpose = .password
          field.longest = AccountDeletionWindowState.longestPassword
        },
        .note(
          local.password.revealed.isEmpty
            ? "Leave it empty if your account has no password; then you must have signed in within the last 10 minutes."
            : "The password is entered and hidden.", icon: .lock, id: "hidden"),
        isBusy
          ? .disabledButton(label, id: "continue", because: "Your request is being sent.")
          : .button(label, id: "continue", does: .goOn),
      ] + (isBusy ? [.progress("Sending your request", id: "progress")] : [])
  }

  private func problem(of local: AccountDeletionWindowState) -> [Node<AccountDeletionWindowAction>] {
    guard let problem = local.problem else { return [] }
    let words =
      local.needsConnection
      ? "Deleting your account needs a connection. Nothing was changed, and what you entered is kept. "
        + "Try again when you are online."
      : problem.sentence
    return [.notice(words, id: "problem", tone: .warning, icon: .warning)]
  }

  private func waiting(
    _ erasure: ScheduledErasure, in local: AccountDeletionWindowState, _ dates: ErasureDates
  ) -> [Node<AccountDeletionWindowAction>] {
    (local.problem.map { [.problem($0)] } ?? [])
      + [
        .text(Self.deletes(in: erasure.days(from: dates.now.date)), id: "promise"),
        .list(
          "What happens", id: "facts",
          [
            .row("Requested", id: "requested", value: dates.day(erasure.requested)),
            .row("Erased on", id: "erases", value: dates.day(erasure.erases)),
            .row("What stays with other people", id: "stays", value: plan.stays),
          ]),
        // The button is in the notice above every screen, and there alone.
        .text("You can go on using your account. If you keep it, everything is as it was.", id: "meanwhile"),
      ]
  }

  private var keepButton: Node<AccountDeletionWindowAction> {
    underWay == nil
      ? .button("Keep my account", id: "keep-account", isProminent: true, does: .keep)
      : .disabledButton("Keep my account", id: "keep-account", because: "Your request is being sent.")
  }

  private func certificate(
    _ document: ErasureDocument, _ dates: ErasureDates
  ) -> [Node<AccountDeletionWindowAction>] {
    [
      .text(
        "Your account was erased on \(dates.day(document.erased)), on the server and on this device. "
          + "This certificate says how much; it holds nothing that you entered.", id: "about"),
      .list(
        "Erased", id: "counts",
        document.counts.sorted { $0.key < $1.key }.map { name, count in
          .row(Self.title(name), id: name, value: "\(count)")
        }),
      .list(
        "Certificate", id: "certificate",
        [
          .row("Number", id: "number", value: document.id),
          .row("Signature", id: "signature", value: document.signature),
        ]),
      .button("Save certificate", id: "save", icon: .save, does: .saveDocument),
      .note(
        "Anyone can verify the saved file with the command troupe certificate.", icon: .info, id: "verify"),
      .button("Remove certificate", id: "discard", icon: .remove, does: .discardDocument),
    ]
  }

  private func question(_ dates: ErasureDates) -> Node<AccountDeletionWindowAction> {
    .dialog(
      "Delete your account?", id: "question",
      [
        .text(
          "Your account and everything in it are erased on \(dates.day(after: Self.delay)), on all of your devices. "
            + "You can cancel anytime before then.", id: "words")
      ],
      buttons: [.button("Cancel", does: .dismiss), .destructive("Delete account", id: "confirm", asks: .request)],
      dismiss: .dismiss, isAlert: true)
  }

  /// "Habit entries" for the table `habit_entries`.
  static func title(_ table: String) -> String {
    let words = table.split(separator: "_").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

/// Formats the days of an erasing in the zone and locale of a window.
struct ErasureDates {
  let now: Moment

  init(_ now: Moment) { self.now = now }

  /// "7 December 2026", or "December 7, 2026" in the United States.
  func day(_ date: Date) -> String { DateWords(now).day(date) }

  func day(after days: Int) -> String { day(now.date.addingTimeInterval(Double(days) * 86_400)) }

  func erases(_ erasure: ScheduledErasure) -> String { "This account will be erased on \(day(erasure.erases))." }
}
