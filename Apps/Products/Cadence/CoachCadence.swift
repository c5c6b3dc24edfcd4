internal import Coaching
internal import Connectivity
internal import Conversation
internal import Days
internal import Interface
internal import Kernel
package import ProductKit
internal import Runners
internal import Shell
internal import Training
internal import TrainingPlan

/// The synced record of the runner. Its row is visible to its owner only.
package enum RunnerRecords {
  package static let all = [runners]

  /// One row a person. Each section is a list of facts, so two devices that learn different fields of different sections do
  /// not meet.
  static let runners = SyncedRecord(
    Runner.self, one: "runner", many: "runners", icon: .run, editing: nil, conflicts: .newest, isNamed: true,
    columns: [
      .json(.identity, "Identity", size: 10_000).required, .json(.physical, "Physical", size: 10_000).required,
      .json(.running, "Running", size: 10_000).required, .json(.goals, "Goals", size: 10_000).required,
      .json(.schedule, "Schedule", size: 10_000).required, .json(.health, "Health", size: 10_000).required,
      .json(.coaching, "Coaching", size: 10_000).required, .json(.connections, "Connections", size: 10_000).required,
      .json(.inferred, "Inferred", size: 10_000).required,
      .integer(.completeness, "Completeness", in: 0...100).required.usually(0),
      .word(.stage, .hidden, of: Runner.Stage.self).required.usually(Runner.Stage.onboarding),
      .timestamp(.changedAt, "Time").filled(.now).required,
    ])
}

/// The coach in the product: the conversation of a person, its pages, and its way to the plan.
struct CoachCadence: Sendable {
  let coaching: Coaching
  private let training: Training
  private let context: FeatureContext
  private let arriving: Locked<Set<WindowID>>

  private let model: ModelCadence?

  /// - Parameters:
  ///   - arriving: The windows in which a plan was accepted in the conversation.
  ///   - ways: The choices of the connection card that can be connected here.
  init(
    _ environment: PersonEnvironment, _ member: Member, _ training: Training, _ arriving: Locked<Set<WindowID>>,
    ways: Set<String>
  ) {
    model = member.consents.map { ModelCadence(environment, member, $0) }
    self.training = training
    self.arriving = arriving
    context = environment.context
    let network = environment.network
    var needs = CoachingNeeds(
      environment.store, isOnline: { network.states.value.connectivity != .offline },
      network: { network.ups.listen() }, names: { member.names(atMost: 80) })
    needs.ways = ways
    let time = environment.context.time
    needs.reason = { training.states.value.reason(for: $0, at: time.now()) }
    needs.session = { training.states.value.session(on: $0, at: time.now()) }
    needs.speech = SpeechPort(environment.windows)
    model?.fill(&needs)
    coaching = Coaching(on: environment.context, needs: needs)
  }

  func begin() async { await coaching.send(.begin) }

  /// Reads the conversation anew after it was deleted.
  func beginAnew() async { await coaching.send(.cleared) }

  /// Leads a new person to the conversation, once it is known that there is neither one nor a plan.
  func arrival() async -> Route? {
    await coaching.states.wait { $0.reading != .unread && $0.reading != .underWay }
    await training.states.wait { $0.reading != .unread && $0.reading != .underWay }
    guard !coaching.states.value.hasBegun, training.states.value.runner == nil else { return nil }
    return CoachingPlaces.home
  }

  /// Hands the runner on to the plan, and the proposed plan to the conversation, while the person is open. It subscribes at once.
  var going: @Sendable () async -> Void {
    let (heard, plans) = (coaching.events.listen(), training.events.listen())
    let (coaching, training, time) = (coaching, training, context.time)
    return {
      await withTaskGroup { group in
        group.addTask {
          await heard.hear { news in
            switch news {
            case .said(.runnerReady(let runner, _)):
              guard let runner = runner.planRunner(on: time.now().day) else { return }
              await training.send(.runner(runner))
            case .said(.signFound(let sign, let words)): await training.send(.signFound(sign, words))
            case .said, .missed: break
            }
          }
        }
        group.addTask {
          await plans.hear { news in
            switch news {
            case .said(.proposalChanged), .missed:
              let state = training.states.value
              await coaching.send(.planned(state.telling(at: time.now()), hasPlan: state.hasPlan))
            case .said: break
            }
          }
        }
      }
    }
  }

  // MARK: Windows

  func pages(in window: WindowID) -> [Page] {
    Page.all(of: coaching, at: CoachingPlaces.all, in: window, appeared: { .appeared($0) }, left: { .left($0) }) {
      $0.screen($1, in: $2, at: $3)
    }
  }

  func eventRoute(
    in at: WindowID, connect: @escaping @Sendable (String, Window) async -> Void
  ) -> EventRoute {
    let (training, coaching, arriving, model, time) = (training, coaching, arriving, model, context.time)
    return .from(coaching, in: at) { event, window in
      switch event {
      case .modelDecided(let isGiven): await model?.decide(isGiven, at: at)
      case .modelChanged: await model?.withdraw(at: at)
      case .connectAsked(RunnerWords.file): await window.open(RunsCadence.place)
      case .connectAsked(let choice): await connect(choice, window)
      case .planAccepted:
        arriving.withLock { _ = $0.insert(at) }
        await training.send(.approve, from: at)
      case .changeUsed: await training.send(.approve, from: at)
      case .changeDeclined: await training.send(.decline, from: at)
      case .planShown: await window.open(TrainingPlaces.plan)
      case .logAsked(let run):
        await window.open(TrainingPlaces.log(run.map { ($0.day, metres: $0.metres, seconds: $0.seconds) }))
      case .felt(let haptic): await window.say(.haptic(haptic))
      case .told(let toast): await window.toast(toast)
      case .runnerReady(_, isAsked: true): await window.open(Route(["plan"]))
      case .wished(let wish):
        if let route = CoachCadence.change(wish, training.states.value) {
          await window.open(route)
        } else if case .race = wish, let runner = coaching.states.value.runner?.planRunner(on: time.now().day) {
          await training.send(.runner(runner))
        }
      case .runnerReady, .signFound: break
      }
    }
  }

  /// The sheet that changes the approved plan as wished; nil without one, and for a race without a plan for one.
  private static func change(_ wish: CoachWish, _ training: TrainingState) -> Route? {
    guard training.hasPlan else { return nil }
    switch wish {
    case .ill, .hurt: return TrainingPlaces.illness
    case .refused: return nil
    case .missed: return TrainingPlaces.missedRun
    case .travelling: return TrainingPlaces.travel
    case .race(let day): return training.isForRace ? TrainingPlaces.raceMove(to: day) : nil
    }
  }
}
