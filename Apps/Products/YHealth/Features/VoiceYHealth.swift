internal import Board
internal import Conversation
internal import Days
internal import Health
internal import Interface
internal import Kernel
internal import Measures
internal import Pillar
internal import Platform
internal import ProductKit
internal import Progress
internal import Scores
internal import Settings
internal import Shell
internal import Units
internal import Voice

/// The voice coach in yHealth: its facts of the day, its pages, and the speech of a person's windows.
struct VoiceYHealth: Sendable {
  let voice: VoiceCoaching

  init(_ environment: PersonEnvironment, _ features: YHealthFeatures) {
    let (health, progress, called) = (features.health.states, features.progress.states, features.called)
    let settings = features.settings.states
    var needs = VoiceNeeds(environment.store, within: YHealthStorage.conversations) { now in
      var day = VoiceDay(health.value, progress.value, called: called(), at: now)
      day.tone = settings.value[YHealthSettings.tone].value
      return day
    }
    needs.speech = SpeechPort(environment.windows)
    voice = VoiceCoaching(on: environment.context, needs: needs)
  }

  func begin() async { await voice.send(.begin) }

  func pages(in window: WindowID) -> [Page] {
    Page.all(of: voice, at: VoicePlaces.all, in: window, appeared: { .appeared($0) }, left: { .left($0) }) {
      $0.screen($1, in: $2, at: $3)
    }
  }

  func eventRoute(in window: WindowID) -> EventRoute {
    .from(voice, in: window) { event, window in
      if case .told(let toast) = event { await window.toast(toast) }
    }
  }
}

extension VoiceDay {
  /// The facts of a day from the log and the progress.
  init(_ health: HealthState, _ progress: ProgressState, called name: String?, at now: Moment) {
    let amounts = AmountNotation(of: now.locale)
    let (today, yesterday) = (health.days[now.day], health.days[now.day.following(-1)])
    func topic(
      _ measure: Measure, _ words: [String], log: String? = nil, isDaily: Bool = false
    ) -> Topic {
      func said(_ figures: DayFigures?) -> String? { figures?[measure].map { measure.said($0, in: amounts) } }
      return Topic(
        measure.title, words: words, today: said(today), yesterday: said(yesterday),
        log: log.map { Route(["log", $0]) }, isDaily: isDaily)
    }
    self.init(
      name: name,
      topics: [
        topic(.sleepMinutes, ["sleep", "slept", "asleep", "sleeping", "night"], log: "sleep", isDaily: true),
        topic(.mood, ["mood"], log: "mood", isDaily: true),
        topic(.energy, ["energy"], log: "energy"),
        topic(.stress, ["stress"]),
        topic(.water, ["water", "drink", "drank", "drunk", "hydration"], log: "water", isDaily: true),
        topic(.meals, ["meal", "meals", "food", "eat", "eaten", "ate"], log: "meal", isDaily: true),
        topic(.workoutMinutes, ["workout", "workouts", "exercise", "exercised", "train", "trained"], log: "workout"),
        topic(.steps, ["steps", "step", "walk", "walked"]),
        topic(.weight, ["weight", "weigh"], log: "weight"),
        topic(.sleepQuality, ["sleep quality"], log: "sleep"),
        topic(.calories, ["calories", "calorie"]), topic(.protein, ["protein"]),
        topic(.restingHeartRate, ["heart rate", "pulse"]),
      ],
      scores: Pillar.allCases.compactMap { pillar in
        guard let score = progress.scores[pillar], let value = score.value, let level = score.level else { return nil }
        return Score(pillar.title, "\(value) of 100, \(level.title.lowercased())")
      },
      findings: progress.cards(on: now.day, in: amounts).map(\.text))
    isRead = health.daysFreshness == .fresh
  }
}
