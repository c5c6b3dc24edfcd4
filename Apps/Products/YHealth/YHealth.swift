package import Health
internal import Interface
internal import Kernel
internal import Navigation
internal import Offline
internal import OwnMeasures
internal import Pillar
package import ProductKit
internal import Profile
internal import Progress
internal import Purchases
internal import Settings
public import Shell
package import StoreTransactions
internal import Support
internal import Voice
internal import WhatsApp

extension Product {
  public static let yhealth = yhealth(.given)

  /// Returns yHealth with its ways to the accounts of devices, the files on a server that change it without a release, the store
  /// of the device, which a shell hands in (without one the sandbox sells), and a wrapper around the needs of its log.
  package static func yhealth(
    _ access: HealthAccess = .given, content: RemoteContent? = RemoteContent(of: "yhealth"), store: StorePort? = nil,
    log: @escaping @Sendable (HealthNeeds) -> HealthNeeds = { $0 }
  ) -> Product {
    Product(
      id: "yhealth", name: "yHealth", tagline: "Fitness, nutrition and wellbeing in equal parts.", theme: .yhealth,
      home: Tab(
        "Dashboard", icon: .home, at: Route(["dashboard"]), holds: [Route(["log"]), Route(["history"])]),
      tabs: [
        Tab(
          "Pillars", icon: .layers, at: Route(["pillars"]),
          parts: [
            .init(Pillar.fitness.title, icon: .activity, at: Route(["pillars", "fitness"])),
            .init(Pillar.nutrition.title, icon: .food, at: Route(["pillars", "nutrition"])),
            .init(Pillar.wellbeing.title, icon: .heart, at: Route(["pillars", "wellbeing"])),
          ]),
        Tab("Insights", icon: .lightbulb, at: Route(["insights"])),
        Tab("Profile", icon: .person, at: Route(["profile"]), holds: [Route(["settings"]), Route(["account"])]),
      ],
      channels: [
        Channel(
          "Voice", id: "voice", icon: .microphone,
          standing: .needsPermission("A voice session asks for the microphone when you first speak."),
          offline: Restriction.voice.sentence, page: VoicePlaces.home),
        Channel(
          "WhatsApp", id: "whatsapp", icon: .chat,
          standing: .needsSetup([
            "Sign in to your account.", "Enter your phone number.", "Enter the code that you get in WhatsApp.",
          ]), offline: Restriction.whatsApp.sentence,
          page: WhatsAppState.route),
      ],
      mainAct: MainAct("Log", at: Route(["log"])),
      unavailable: "Content unavailable. Showing your dashboard.", demonstration: .yhealth,
      lock: PersonLock.shared
    ) { environment in
      let settings = Settings(.yhealth, in: environment)
      let member = Member(
        environment, YHealthRecords.all + [.personProfile, .onboardingProgress, .notifications, .usage],
        storage: YHealthStorage.plan,
        consents: .yhealth, content: content, purchases: .yhealth, store: store)
      let windows = environment.windows
      let camera = member.membership.camera { window throws(Problem) in try await windows.photo(window) }
      let profile = OwnProfile(
        environment, member, about: "About you", hint: "What your coach should know, such as an injury or a shift.",
        asksBirth: true)
      let preferred = Locked<[String]>([])
      let features = YHealthFeatures(
        environment, settings, member, access, preferred, called: { profile.profile.states.value.name },
        isLinked: { profile.profile.states.value.phone != nil },
        log: log(
          HealthNeeds(
            environment.store, caching: YHealthStorage.dashboard, camera: camera,
            preferring: { preferred.withLock { $0 } })))
      let voice = VoiceYHealth(environment, features)
      let whatsApp = WhatsAppYHealth(environment, features, member, profile.profile)
      let support = Support(.yhealth, in: environment, content: content)
      return PersonFeatures(
        settings, member,
        begin: {
          await support.send(.begin)
          await features.begin()
          await voice.begin()
          await profile.begin()
        },
        going: {
          [
            health = features.going, photos = profile.going, progress = features.progress.events.listen(),
            linking = whatsApp.going, studies = support.studies(settings, YHealthSettings.research)
          ] in
          await withTaskGroup { group in
            group.addTask { await health() }
            group.addTask { await photos() }
            group.addTask { await linking() }
            group.addTask { await studies() }
            group.addTask {
              await progress.hear { news in if case .said(.milestone) = news { await support.send(.joy) } }
            }
          }
        }, arrival: { await features.arrival() }, picture: profile.picture, landing: Route(["dashboard"]),
        accountSections: { [whatsApp.section(in: $0)] }
      ) {
        window in
        let binding = YHealthBinding(features, in: window)
        let help = SupportBinding(support, in: window.id)
        return WindowComposition(
          eventRoutes: binding.eventRoutes + [
            profile.eventRoute(in: window.id), help.eventRoute(), voice.eventRoute(in: window.id),
          ] + whatsApp.eventRoutes(in: window.id), surroundings: { whatsApp.dress(&$0) },
          known: binding.known + whatsApp.known(in: window.id),
          banner: help.banner.above(features.demonstration.banner),
          pages: binding.pages + help.pages + voice.pages(in: window.id)
            + profile.pages(
              in: window.id, keywords: ["account", "devices"],
              [
                ProfileRow(
                  "Devices", id: "devices", about: "Bring in what a device has counted", .link, to: Route(["connect"])),
                ProfileRow(
                  "Connected devices", id: "connected-devices", about: "Watches and rings that sync by themselves",
                  .device, to: Route(["apps"])),
                ProfileRow(
                  "Goals", id: "goals", about: "What you aim for, and how far you are", .flag,
                  to: Route(["pillars", "goals"])),
                ProfileRow(
                  "Habits", id: "habits", about: "What you keep up, and for how long", .success, to: Route(["habits"])),
                ProfileRow(
                  "Your measures", id: "measures", about: "Symptoms, medicines, blood pressure, any number", .list,
                  to: OwnMeasuresPlaces.home),
                ProfileRow(
                  "Health report", id: "report", about: "Your figures on two sheets, for a doctor", .list,
                  to: Route(["insights", "report"])),
                ProfileRow(
                  "First steps", id: "first-steps", about: "Light or Deep, goals, a device", .book,
                  to: Route(["onboarding"])),
                ProfileRow(
                  "Notifications", id: "notifications", about: "The last 30 days, and what is planned", .bell,
                  to: Route(["notifications"])),
              ]) + [binding.reportPage(for: profile.profile), whatsApp.page(in: window.id)],
          browsing: binding.browsing)
      }.following(zone: { await features.moved() })
    }
  }
}
