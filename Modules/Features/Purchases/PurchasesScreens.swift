internal import Days
internal import Entitlement
public import Interface
public import Kernel
internal import Platform
internal import StoreTransactions

// The screens as pure functions of the state, the route and the window.
extension PurchasesState {
  typealias N = Node<PurchasesWindowAction>

  public static let subscription = Route(["settings", "subscription"])
  public static let plans = Route(["settings", "subscription", "plans"])
  public static let familyRoute = Route(["settings", "subscription", "family"])

  public static func places(_ plan: PurchasePlan) -> [Place] {
    let family =
      plan.familyItem.map { item in
        [
          Place(
            "/settings/subscription/family", title: item.title,
            keywords: ["family", "invitation", "code", "share", "members"])
        ]
      } ?? []
    return family
      + plan.gates.map { gate in
        Place(
          RoutePattern(gate.route.path.map { .word($0) }), title: gate.prompt, isSheet: true,
          keywords: ["upgrade", plan.entitlement.title])
      } + [
        Place(
          "/settings/subscription", title: "Subscription",
          keywords: ["plan", "billing", "cancel", "restore purchases", plan.entitlement.title]),
        Place(
          "/settings/subscription/plans", title: title(of: plan),
          keywords: ["upgrade", "price", "trial", "buy", "subscribe"]),
      ]
  }

  static func title(of plan: PurchasePlan) -> String { "\(plan.name) \(plan.entitlement.title)" }

  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<PurchasesWindowAction> {
    if let gate = plan.gates.first(where: { $0.route == route }) { return screen(route, of: gate) }
    let isPaywall = route == PurchasesState.plans
    let isFamily = route == PurchasesState.familyRoute
    let title =
      isPaywall
      ? PurchasesState.title(of: plan) : isFamily ? plan.familyItem?.title ?? "Subscription" : "Subscription"
    let local = windows[window]
    let nodes: [N] =
      switch reading {
      case .unread, .underWay: [.skeleton("Loading your purchases")]
      case .failed(let problem):
        [
          .notice(
            problem.sentence, id: "problem", tone: .warning, icon: .warning,
            [.button("Try again", icon: .refresh, does: .retry)])
        ]
      case .done:
        messages(local)
          + (isFamily
            ? familyNodes(local, surroundings)
            : (isPaywall ? paywall(local, surroundings) : overview(local, surroundings))
              + familyLink + restoring(local) + (isPaywall ? links : []))
      }
    return Screen(
      route, title: title, nodes: [.heading(title, level: 1)] + nodes,
      dialog: local.cancelling.flatMap { question($0, surroundings) } ?? (local.isLeaving ? leavingQuestion() : nil))
  }

  /// The notice above every screen while a trial ends soon or a payment has failed.
  public func banner(in surroundings: Surroundings, at window: WindowID) -> [Node<PurchasesWindowAction>] {
    guard !windows[window].hasDismissedWarning else { return [] }
    if let (standing, until) = endingTrial {
      let day = day(until, surroundings)
      let after =
        plan.passes[standing.product] != nil
        ? "After that, unlock \(plan.entitlement.title) to go on. Nothing is charged by itself."
        : standing.renews
          ? "After that it costs \(price(of: standing.next ?? standing.product, surroundings)). Cancel before to pay nothing."
          : "You have cancelled it, so that nothing is charged."
      return [
        .notice(
          "Your free trial ends on \(day). \(after)", id: "trial-ends", tone: .info, icon: .clock,
          dismiss: .dismissWarning, [.link("Subscription", to: PurchasesState.subscription, id: "to-subscription")])
      ]
    }
    guard let standing, case .grace(let until) = standing.state else { return [] }
    return [
      .notice(
        "The last payment failed. \(plan.entitlement.title) stays open until \(day(until, surroundings)). Update your "
          + "payment details in the store.", id: "payment-failed", tone: .warning, icon: .warning,
        dismiss: .dismissWarning, [.link("Subscription", to: PurchasesState.subscription, id: "to-subscription")])
    ]
  }

  /// The way to the people with whom a plan is shared, or to an invitation.
  private var familyLink: [N] {
    guard offersFamily, let item = plan.familyItem else { return [] }
    let isOwner = standings.contains { gives($0) && $0.product == item.id && $0.ownership == .purchased }
    return [
      .link(
        isOwner ? "Family members" : "I have an invitation code", to: PurchasesState.familyRoute, id: "family",
        icon: .people)
    ]
  }

  // MARK: Messages

  private func messages(_ local: PurchasesWindowState) -> [N] {
    let failed: [N] =
      local.problem.map { problem in
        let words = [local.failure, problem.sentence].compactMap(\.self).joined(separator: " ")
        return [.notice(words, id: "problem", tone: .warning, icon: .warning)]
      } ?? []
    let said: [N] = local.said.map { [.notice($0, id: "said", tone: .info, icon: .info)] } ?? []
    let other = local.said == plan.words.nothingFound ? plan.words.otherAccount : nil
    let hint: [N] = other.map { [.note($0, icon: .person, id: "other-account")] } ?? []
    let reach: [N] =
      local.problem == nil
      ? unreachable.map { [.note($0.sentence, icon: .offline, id: "unreachable")] } ?? [] : []
    let refused: [N] = refusal.map { [.notice($0, id: "refused", tone: .warning, icon: .warning)] } ?? []
    return failed + said + hint + refused + reach
  }

  // MARK: The paywall

  private func paywall(_ local: PurchasesWindowState, _ surroundings: Surroundings) -> [N] {
    let benefits = plan.benefits.enumerated().map { index, text in
      N.row(text, id: "benefit-\(index + 1)", value: plan.explanation(of: text)).with { row in
        row.icon = plan.gates.first { $0.title == text }?.icon ?? .success
      }
    }
    let now: [N] =
      standing.flatMap { gives($0) ? [.note(words(for: $0, surroundings), icon: .success, id: "now")] : nil } ?? []
    let later: [N] =
      isOwner ? [] : plan.later.map { [.link($0.title, to: $0.route, id: "later", icon: .forward)] } ?? []
    return now + [.list("What you get", id: "benefits", benefits)] + waiting(local)
      + offered.enumerated().map { index, item in offer(item, isFirst: index == 0, local, surroundings) } + later
  }

  /// A trial that was begun is offered no more.
  private var offered: [StoreItem] { plan.items.filter { plan.passes[$0.id] == nil || pass == .unused && !isOwner } }

  /// The explanation of a feature that needs a purchase, as a sheet in front of where it was met.
  private func screen(_ route: Route, of gate: FeatureGate) -> Screen<PurchasesWindowAction> {
    let others = plan.gates.filter { $0.id != gate.id }.map { "\($0.title): \($0.explanation)" }
    // A feature with a gate is among the others, or explained above.
    let rest = plan.benefits.filter { benefit in !plan.gates.contains { $0.title == benefit } }
    let rows = (others + rest).enumerated().map { index, text in
      N.row(text, id: "benefit-\(index + 1)").with { $0.icon = .success }
    }
    let nodes: [N] = [
      .heading(gate.prompt, level: 1), .text(gate.explanation, id: "explanation"),
      .list("\(plan.entitlement.title) also gives you", id: "benefits", rows),
      .button(plan.words.unlock, id: "unlock", icon: .unlock, isProminent: true, does: .unlock(gate.id)),
      .button("Not Now", id: "not-now", does: .notNow),
    ]
    return Screen(route, title: gate.prompt, nodes: nodes)
  }

  private var links: [N] {
    plan.links.isEmpty
      ? [] : [.group("Terms", id: "links", plan.links.map { .link($0.title, to: $0.route, icon: .book) })]
  }

  private func waiting(_ local: PurchasesWindowState) -> [N] {
    guard local.order != nil else { return [] }
    return [
      .section(
        "Your purchase", id: "waiting",
        [.progress("Waiting for the store")]
          + (plan.storePage.map { [.link("Open the sandbox store", to: $0, id: "store", icon: .wallet)] } ?? [])
          + [.button("Stop waiting", id: "stop", icon: .close, does: .stopWaiting)])
    ]
  }

  private func offer(
    _ item: StoreItem, isFirst: Bool, _ local: PurchasesWindowState, _ surroundings: Surroundings
  ) -> N {
    let trial = trialDays(of: item)
    let present = item.group.flatMap { group in
      standings.first { gives($0) && plan.item($0.product)?.group == group }
    }
    let isOwned = item.group == nil && standings.contains { gives($0) && $0.product == item.id }
    let isPresent =
      item.group == nil ? isOwned : present?.product == item.id && present?.next.map { $0 == item.id } ?? true
    let cost = price(of: item.id, surroundings)
    var nodes: [N] =
      [
        .text(
          plan.passes[item.id].map { "\($0) days free." } ?? trial.map { "\($0) days free, then \(cost)." }
            ?? "\(cost.prefix(1).uppercased())\(cost.dropFirst()).", id: "price"
        ).with { $0.isProminent = isFirst },
        .note(terms(of: item, trial), id: "terms"),
      ] + (plan.words.notes[item.id].map { [.note($0, id: "about")] } ?? [])
    let label = plan.words.buy[item.id] ?? "\(verb(for: item, trial, present)): \(item.title)"
    if isPresent {
      nodes.append(.note("This is your plan.", icon: .success, id: "present"))
    } else if present?.next == item.id {
      nodes.append(.note("This plan begins with the next renewal.", icon: .info, id: "present"))
    } else if local.order != nil {
      nodes.append(.disabledButton(label, id: "buy", because: "A purchase waits for the store."))
    } else {
      nodes.append(.button(label, id: "buy", isProminent: isFirst, does: .buy(item.id)))
    }
    return .card(item.title, id: "offer-\(item.id)", nodes)
  }

  private func verb(for item: StoreItem, _ trial: Int?, _ present: StoreStanding?) -> String {
    if let present, let now = plan.item(present.product) { return now.level < item.level ? "Upgrade to" : "Change to" }
    if trial != nil { return "Start Free Trial" }
    return item.term == .lifetime ? "Buy once" : "Subscribe"
  }

  private func terms(of item: StoreItem, _ trial: Int?) -> String {
    switch item.term {
    case .lifetime where plan.passes[item.id] != nil: "It ends by itself. Nothing is charged."
    case .lifetime: "Paid once. It does not renew."
    case .month, .year:
      (trial == nil ? "" : "Nothing is charged during the trial. ")
        + "It renews by itself until you cancel, which you can do here at any time."
    }
  }

  // MARK: The subscription

  private func overview(_ local: PurchasesWindowState, _ surroundings: Surroundings) -> [N] {
    plans(local, surroundings) + waiting(local) + history(surroundings)
  }

  private func plans(_ local: PurchasesWindowState, _ surroundings: Surroundings) -> [N] {
    let way = N.link("See plans and prices", to: PurchasesState.plans, id: "plans", icon: .upgrade)
    let shown = standings.filter(gives)
    guard let first = shown.first ?? standing else {
      let title = plan.entitlement.title
      // A right that nobody bought, as in a demonstration.
      if surroundings.entitlements.contains(plan.entitlement) {
        return [
          .empty(
            "All of \(title) is open here without a purchase.",
            because: "Nothing was bought, and nothing is charged.", icon: .receipt, way)
        ]
      }
      return [
        .empty(
          "You use \(plan.name) without a subscription.",
          because: "Look at what \(plan.entitlement.title) adds, and at what it costs.", icon: .receipt, way)
      ]
    }
    let nodes = (shown.isEmpty ? [first] : shown).flatMap { standing -> [N] in
      let title = title(of: standing.product)
      return [
        .list(
          title, id: "plan-\(standing.original)",
          [.row(title, id: "plan", value: words(for: standing, surroundings)).with { $0.icon = .receipt }])
      ] + changes(of: standing, local)
    }
    return [.section("Your plan", id: "your-plan", nodes + [way.relabelled(to: shown.isEmpty ? nil : "Change plan")])]
  }

  private func changes(of standing: StoreStanding, _ local: PurchasesWindowState) -> [N] {
    guard gives(standing), standing.ownership == .purchased, plan.item(standing.product)?.group != nil else {
      return []
    }
    if local.isChanging { return [.progress("Asking the store")] }
    return standing.renews
      ? [
        .destructive(
          "Cancel subscription", id: "cancel-\(standing.original)", icon: nil, asks: .askToCancel(standing.original))
      ]
      : [
        .button(
          "Keep subscription", id: "resume-\(standing.original)", icon: .refresh, does: .resume(standing.original))
      ]
  }

  private func restoring(_ local: PurchasesWindowState) -> [N] {
    let restore: N =
      local.isRestoring
      ? .disabledButton(plan.words.restore, id: "restore", icon: .refresh, because: "The store is being asked.")
      : .button(
        plan.words.restore, id: "restore", icon: .refresh,
        hint: "Finds what you have bought before, also on another device.", does: .restore)
    let store = plan.storePage.map { [N.link("Sandbox store", to: $0, id: "sandbox", icon: .wallet)] } ?? []
    return [.section("Bought before", id: "before", [restore] + store)]
  }

  private func question(_ original: String, _ surroundings: Surroundings) -> N? {
    guard let standing = standings.first(where: { $0.original == original }) else { return nil }
    let until = standing.end.map { "until \(day($0, surroundings))" } ?? "for now"
    return .dialog(
      "Cancel your subscription?", id: "question",
      [
        .text(
          "\(plan.entitlement.title) stays open \(until). After that nothing more is charged, and everything that you "
            + "have entered stays.", id: "words")
      ],
      buttons: [
        .button("Keep subscription", id: "keep", does: .dismiss),
        .button("Cancel subscription", id: "confirm", does: .cancel).with { $0.isDestructive = true },
      ], dismiss: .dismiss, isAlert: true)
  }
}
