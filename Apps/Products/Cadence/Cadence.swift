internal import Interface
internal import Kernel
internal import Navigation
internal import ProductKit
internal import Purchases
internal import Settings
public import Shell
internal import Training
internal import Units

extension Product {
  public static let cadence = Product(
    id: "cadence", name: "Cadence", tagline: "A running coach that says why.", theme: .cadence, isPreview: true,
    home: Tab("Today", icon: .run, at: Route(["today"])),
    tabs: [
      Tab("Plan", icon: .calendar, at: Route(["plan"])),
      Tab("Coach", icon: .chat, at: Route(["coach"])),
      Tab("Profile", icon: .person, at: Route(["profile"]), holds: [Route(["settings"]), Route(["account"])]),
    ],
    unavailable: "Content unavailable. Showing today.", demonstration: .cadence
  ) { environment in
    let settings = Settings(.cadence, in: environment)
    let states = settings.states
    environment.context.regions.followUnits { states.value.units.subtags }
    let member = Member(environment, TrainingRecords.all + RunnerRecords.all, purchases: .cadence)
    let training = TrainingCadence(environment, member)
    let coach = CoachCadence(environment, training.training)
    let sign = DemonstrationSign(.cadence, in: environment) { [training = training.training] in
      await training.send(.changed)
    }
    return PersonFeatures(
      settings, member,
      begin: {
        await sign.look()
        await training.begin()
        await coach.begin()
      },
      going: { [training = training.going, coach = coach.going] in
        await withTaskGroup { group in
          group.addTask { await training() }
          group.addTask { await coach() }
        }
      }, arrival: { await coach.arrival() }
    ) { window in
      WindowComposition(
        eventRoutes: [training.eventRoute(in: window.id), coach.eventRoute(in: window.id)],
        banner: sign.banner,
        pages: training.pages(in: window.id) + coach.pages(in: window.id) + [
          .profile(
            keywords: ["runner", "injuries", "goals"],
            [
              ProfileRow(
                "Your running", id: "runner", about: "Goal, days, volume, injuries", .run,
                to: Route(["plan", "runner"])),
              ProfileRow(
                "What your coach knows", id: "coach", about: "What you said, and what is still needed", .chat,
                to: Route(["coach", "runner"])),
              ProfileRow(
                "Your profile as a runner", id: "axes", about: "Six axes, patterns, fitness", .activity,
                to: Route(["plan", "profile"])),
            ])
        ])
    }
  }
}
