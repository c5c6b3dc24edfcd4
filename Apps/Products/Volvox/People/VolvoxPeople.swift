internal import Consent
internal import Days
internal import Forms
internal import Interface
internal import Kernel
internal import Matching
internal import Onboarding
internal import ProductKit
internal import Profile
internal import Shell
internal import SoberDays
internal import Sobriety

/// The first steps and the profile of a person in Volvox.Sober, and the routing of events between them, sobriety and
/// the account.
struct VolvoxPeople: Sendable {
  let onboarding: Onboarding
  let profile: Profile
  private let sobriety: Sobriety
  private let member: Member
  private let isDemonstrated: @Sendable () async -> Bool

  init(
    _ environment: PersonEnvironment, _ member: Member, _ sobriety: Sobriety,
    isDemonstrated: @escaping @Sendable () async -> Bool
  ) {
    self.isDemonstrated = isDemonstrated
    onboarding = Onboarding(
      .volvox, on: environment.context, needs: OnboardingNeeds(environment.store, isShared: true))
    profile = Profile(.volvox, as: VolvoxProfile.coding, in: environment, member.membership)
    self.sobriety = sobriety
    self.member = member
  }

  func begin() async {
    await profile.send(.begin)
    await onboarding.send(.begin)
  }

  /// Leads a new person to the first steps. The demonstration's person, who has a sober date already, needs none.
  func arrival() async -> Route? {
    await onboarding.states.wait { $0.reading.isOver }
    guard onboarding.states.value.isWanted, sobriety.states.value.ledger.current == nil else { return nil }
    await onboarding.send(.led)
    return OnboardingPlaces.onboarding
  }

  /// The consents that each step asks for.
  private static let consents: [(OnboardingPlan.Step.ID, [ConsentText.ID])] = [
    (OnboardingPlan.consent, ["terms", "privacy"]), (OnboardingPlan.health, [ConsentText.healthData]),
  ]

  // MARK: Event routing

  /// Routes events between the features while the person is open. It subscribes at once.
  var going: @Sendable () async -> Void {
    let (steps, profiles, counts) = (onboarding.events.listen(), profile.states.listen(), sobriety.states.listen())
    let reaching = profile.reaching(member)
    let (consents, onboarding) = (member.consents, onboarding)
    return {
      await withTaskGroup { group in
        group.addTask { await reaching() }
        for (step, texts) in VolvoxPeople.consents {
          group.addTask { await consents?.reporting(texts, to: onboarding, as: step) }
        }
        group.addTask { await steps.hear { news in await heard(news) } }
        group.addTask {
          var before: Known?
          for await state in profiles where state.reading == .done {
            let known = Known(state)
            if known != before { await tell(known) }
            before = known
          }
        }
        group.addTask {
          var before: String?
          for await state in counts {
            // The dates of the demonstration are nobody's. A state of it may be heard when it has just been removed.
            guard let beginning = state.ledger.current, !VolvoxDemonstrationPerson.hasMade(beginning.id) else {
              continue
            }
            let day = beginning.day.text
            guard day != before, await !isDemonstrated() else { continue }
            before = day
            await onboarding.send(.done(OnboardingPlan.soberDate))
            await onboarding.send(.reported(OnboardingPlan.soberDate, isComplete: true))
            await profile.send(.set([.soberSince: day]))
          }
        }
      }
    }
  }

  private func heard(_ news: News<OnboardingEvent>) async {
    switch news {
    case .said(.chose(OnboardingPlan.role, let choices)):
      if let role = choices.first { await profile.send(.set([.role: role])) }
    case .said(.named(let name)): await profile.send(.set([.name: name]))
    case .said, .missed: break
    }
  }

  /// Facts that the first steps take from the profile.
  private struct Known: Equatable {
    let name: String?
    let role: String
    let hasDetails: Bool

    init(_ state: ProfileState) {
      name = state.name
      role = state.values[.role]
      hasDetails = state.isComplete(ProfilePlan.details)
    }
  }

  private func tell(_ known: Known) async {
    await onboarding.send(.nameKnown(known.name))
    if !known.role.isEmpty { await onboarding.send(.heard(OnboardingPlan.role, choices: [known.role])) }
    await onboarding.send(.reported(OnboardingPlan.details, isComplete: known.hasDetails))
    // It asks for nothing that has to be answered.
    await onboarding.send(.reported(OnboardingPlan.finding, isComplete: true))
  }

  // MARK: Windows

  func steps(in window: WindowID) -> OnboardingBinding { OnboardingBinding(onboarding, member.identity, in: window) }
  func card(in window: WindowID) -> ProfileBinding { ProfileBinding(profile, in: window) }

  /// `finding` shows the step about being found by others, and `matching` is the feature that it follows.
  func pages(
    in window: WindowID, _ matching: Matching, finding: @escaping @Sendable (Surroundings) -> [Node<Bound>]
  ) -> [Page] {
    let card = card(in: window)
    let (consents, sobriety) = (member.consents, sobriety)
    let steps = steps(in: window).pages { step, surroundings in
      if step == OnboardingPlan.details {
        return card.part(ProfilePlan.details, save: "Save and continue", in: surroundings)
      }
      if step == OnboardingPlan.finding { return finding(surroundings) }
      if step == OnboardingPlan.soberDate {
        return sobriety.states.value.dateNodes(in: surroundings, at: window).map { node in
          node.map { sobriety.bound($0, in: window) }
        }
      }
      guard let consents, let texts = VolvoxPeople.consents.first(where: { $0.0 == step })?.1 else { return [] }
      return ConsentBinding(consents, in: window).content(texts, in: surroundings)
    }
    return steps.map { $0.with(profile, in: window, $0.screen) }.map { $0.with(matching, in: window, $0.screen) }
      .map { $0.with(sobriety, in: window, $0.screen) }
      .map { page in consents.map { page.with($0, in: window, page.screen) } ?? page }
      + card.pages(
        keywords: ["account", "role", "first steps"],
        [
          ProfileRow("First steps", id: "first-steps", about: "Role, name, programme", .book, to: Route(["onboarding"]))
        ])
  }

  func eventRoutes(in window: WindowID) -> [EventRoute] {
    let onboarding = onboarding
    return steps(in: window).eventRoutes + [
      .from(sobriety, in: window) { event, _ in
        if case .finished(let routes) = event, routes.contains(SobrietyPlaces.date) {
          await onboarding.send(.completed(OnboardingPlan.soberDate, in: window))
        }
      },
      card(in: window).eventRoute,
      .from(profile, in: window) { event, _ in
        if case .saved(part: ProfilePlan.details?) = event {
          await onboarding.send(.completed(OnboardingPlan.details, in: window))
        }
      },
    ]
  }
}
