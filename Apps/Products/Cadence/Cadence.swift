internal import Interface
internal import Kernel
internal import Navigation
package import ProductKit
internal import Purchases
internal import Settings
public import Shell
package import StoreTransactions
internal import Support
internal import Training
internal import Units

extension Product {
  public static let cadence = cadence(.given)

  /// Returns Cadence with its ways to the apps and device stores that a runner connects, the files on a server that change it
  /// without a release, and the store of the device, which a shell hands in; without one the sandbox sells.
  package static func cadence(
    _ access: HealthAccess, content: RemoteContent? = RemoteContent(of: "cadence"), store: StorePort? = nil
  ) -> Product {
    Product(
      id: "cadence", name: "Cadence", tagline: "A running coach that says why.", theme: .cadence, isPreview: true,
      home: Tab("Today", icon: .run, at: Route(["today"])),
      tabs: [
        Tab("Plan", icon: .calendar, at: Route(["plan"])),
        Tab("Coach", icon: .chat, at: Route(["coach"])),
        Tab("Profile", icon: .person, at: Route(["profile"]), holds: [Route(["settings"]), Route(["account"])]),
      ],
      unavailable: "Content unavailable. Showing today.", demonstration: .cadence, lock: PersonLock.shared
    ) { environment in
      let settings = Settings(.cadence, in: environment)
      let states = settings.states
      environment.context.regions.followUnits { states.value.units.subtags }
      var member = Member(
        environment, TrainingRecords.all + RunnerRecords.all + [.personProfile, .onboardingProgress],
        consents: .cadence, content: content, purchases: .cadence, store: store)
      let profile = OwnProfile(
        environment, member, about: "About you", hint: "For yourself. Your coach asks by itself.")
      let people = PeopleCadence(environment, member)
      let arriving = Locked<Set<WindowID>>([])
      member.purchases?.home = { window in
        arriving.withLock { $0.contains(window) } ? AllowanceCadence.home : PurchasesState.subscription
      }
      let training = TrainingCadence(environment, member)
      let coach = CoachCadence(
        environment, member, training.training, arriving, ways: AccountsCadence.ways(access))
      let runs = RunsCadence(environment, coach.coaching)
      let accounts = AccountsCadence(environment, member.membership, coach.coaching, access)
      let allowance = AllowanceCadence(environment, member, training.training, arriving)
      let support = Support(.cadence, in: environment, content: content)
      let sign = DemonstrationSign(.cadence, in: environment) { [training = training.training, coach] in
        await training.send(.changed)
        await coach.beginAnew()
        await allowance.tell()
      }
      return PersonFeatures(
        settings, member,
        begin: {
          await sign.look()
          await people.begin()
          await profile.begin()
          await allowance.tell()
          await support.send(.begin)
          await training.begin()
          await runs.begin()
          await coach.begin()
          await accounts.begin()
        },
        going: {
          [
            people = people.going, profile = profile.going, training = training.going, coach = coach.going,
            allowance = allowance.going,
            runs = runs.going, accounts = accounts.going, pleasing = training.pleasing(support)
          ] in
          await withTaskGroup { group in
            group.addTask { await people() }
            group.addTask { await profile() }
            group.addTask { await training() }
            group.addTask { await coach() }
            group.addTask { await allowance() }
            group.addTask { await runs() }
            group.addTask { await accounts() }
            group.addTask { await pleasing() }
          }
        }, arrival: { await coach.arrival() }, picture: profile.picture, firstSteps: people.onboarding
      ) { window in
        let (steps, help) = (people.steps(in: window.id), SupportBinding(support, in: window.id))
        return WindowComposition(
          eventRoutes: [
            profile.eventRoute(in: window.id), help.eventRoute(), runs.eventRoute(in: window.id),
            training.eventRoute(in: window.id) { await allowance.approved(at: window.id, $0) },
            coach.eventRoute(in: window.id) { await accounts.connect($0, in: $1) },
            accounts.eventRoute(in: window.id),
          ] + steps.eventRoutes,
          surroundings: { steps.gate(&$0) }, known: steps.known, banner: help.banner.above(sign.banner),
          pages: people.pages(in: window.id) + training.pages(in: window.id) + coach.pages(in: window.id) + help.pages
            + runs.pages(in: window.id) + accounts.pages(in: window.id)
            + profile.pages(
              in: window.id, keywords: ["runner", "injuries", "goals"],
              [
                ProfileRow(
                  "Your running", id: "runner", about: "Goal, days, volume, injuries", .run,
                  to: Route(["plan", "runner"])),
                ProfileRow(
                  "What your coach knows", id: "coach", about: "What you said, and what is still needed", .chat,
                  to: Route(["coach", "runner"])),
                ProfileRow(
                  "Connected apps", id: "apps", about: "Strava, Apple Health, Health Connect, watches", .link,
                  to: Route(["apps"])),
                ProfileRow(
                  "Runs from files", id: "files", about: "From your watch or another app", .add, to: RunsCadence.place
                ),
                ProfileRow(
                  "Your profile as a runner", id: "axes", about: "Six axes, patterns, fitness", .activity,
                  to: Route(["plan", "profile"])),
              ]), browsing: accounts.browsing(in: window.id))
      }
    }
  }
}
