internal import Interface
internal import Navigation
internal import Pillar
internal import Settings

extension Product {
  static let yhealth = Product(
    id: "yhealth", name: "yHealth", tagline: "Fitness, nutrition and wellbeing, weighed alike.", theme: .yhealth,
    home: Tab("Dashboard", icon: .home, at: Route(["dashboard"])),
    tabs: [
      Tab(
        "Pillars", icon: .layers, at: Route(["pillars"]),
        parts: [
          .init(Pillar.fitness.title, icon: .activity, at: Route(["pillars", "fitness"])),
          .init(Pillar.nutrition.title, icon: .food, at: Route(["pillars", "nutrition"])),
          .init(Pillar.wellbeing.title, icon: .heart, at: Route(["pillars", "wellbeing"])),
        ]),
      Tab("Insights", icon: .lightbulb, at: Route(["insights"])),
      Tab("Profile", icon: .person, at: Route(["profile"])),
    ],
    channels: [
      Channel(
        "Voice", id: "voice", icon: .microphone,
        standing: .unavailable("Voice coaching is currently unavailable. Try again later.")),
      Channel(
        "WhatsApp", id: "whatsapp", icon: .chat,
        standing: .needsLinking([
          "Choose Connect below.", "WhatsApp opens with a message to yHealth already written.",
          "Send that message, and come back here.",
        ])),
    ],
    unavailable: "Content unavailable. Showing your dashboard."
  ) { person, drawer in
    let settings = Settings(.yhealth, on: person, in: drawer)
    return Cast(settings) { _ in
      Company(pages: [
        .ahead(
          Place("/dashboard", title: "Dashboard", keywords: ["home", "scores", "today"]), icon: .home,
          will: "Your three scores, today's summary and what is worth knowing will be here."),
        .ahead(
          Place("/pillars", title: "Pillars"), icon: .layers,
          will: "Fitness, Nutrition and Wellbeing side by side will be here. Choose one above."),
        .ahead(
          Place("/pillars/fitness", title: "Fitness", keywords: ["sleep", "workouts", "steps", "recovery"]),
          icon: .activity, will: "Activity, sleep, recovery and workouts will be here."),
        .ahead(
          Place("/pillars/nutrition", title: "Nutrition", keywords: ["meals", "calories", "water"]), icon: .food,
          will: "Meals, calories and hydration will be here."),
        .ahead(
          Place("/pillars/wellbeing", title: "Wellbeing", keywords: ["mood", "journal", "habits"]), icon: .heart,
          will: "Mood, journaling and habits will be here."),
        .ahead(
          Place("/insights", title: "Insights", keywords: ["analytics", "trends"]), icon: .lightbulb,
          will: "What your entries have to do with one another will be here."),
        .ahead(
          Place("/profile", title: "Profile", keywords: ["account", "devices"]), icon: .person,
          will: "Your account and your devices will be here.", meanwhile: ("Settings", Route(["settings"]))),
        .ahead(
          Place("/notifications", title: "Notifications", keywords: ["bell"]), icon: .bell,
          will: "What yHealth told you in the last 30 days will be here."),
      ])
    }
  }
}
