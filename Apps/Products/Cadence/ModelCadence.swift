internal import Coaching
internal import Consent
internal import Conversation
internal import Fetch
internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import ProductKit
internal import Shell
internal import Supabase

extension ConsentText {
  /// The category that a model depends on.
  static let coachModel: ConsentText.ID = "coach-model"

  static let coachModelText =
    ConsentText(
      ConsentText.coachModel, "A language model for the coach's words", version: 1, agree: "I consent",
      refuse: "Talk without it",
      withdrawal: "The coach goes on in its own words at once, and nothing more is sent to the model.",
      [
        "Cadence can let a language model word the coach's messages. It is the model of the server that you signed in to, or one "
          + "at an address that you entered yourself.",
        "The model gets the sentences that the coach is about to say and the style that you chose. They can name you, your "
          + "running and your health. It gets neither your plan as a whole nor what you wrote, and decides nothing.",
        "Without this consent nothing is sent to a model. You can withdraw it here at any time.",
      ])
}

/// The model of a person's coach: chosen on this device, consented to, and asked directly or by the server.
struct ModelCadence: Sendable {
  private static let drawerName = "coach-model"

  private let consents: Consents
  private let environment: PersonEnvironment
  private let member: Member
  private let outside: OutsideNetwork

  init(_ environment: PersonEnvironment, _ member: Member, _ consents: Consents) {
    self.environment = environment
    self.member = member
    self.consents = consents
    outside = OutsideNetwork(environment.network)
  }

  /// Fills the needs of the coach. The port looks at consent and choice again before each question.
  func fill(_ needs: inout CoachingNeeds) {
    let (drawer, consents) = (environment.drawer, consents)
    needs.choice = { () throws(Problem) in
      guard let bytes = try await drawer.load(ModelCadence.drawerName), !bytes.isEmpty else { return ModelChoice() }
      // A choice of another form is none: the coach then speaks for itself.
      return (try? JSONDecoder().decode(KeptModelChoice.self, from: Data(bytes)))?.choice ?? ModelChoice()
    }
    needs.keepChoice = { choice throws(Problem) in
      let bytes = (try? JSON.data(KeptModelChoice(choice))).map { Array($0) } ?? []
      try await drawer.keep(ModelCadence.drawerName, bytes)
    }
    needs.consents = {
      .relaying(keeping: .bufferingNewest(1)) { report in
        for await state in consents.states.listen() where state.reading == .done {
          report(Heard(ModelCadence.decision(state)))
        }
      }
    }
    let choice = needs.choice
    needs.model = ModelPort { request, take throws(Problem) in
      guard ModelCadence.decision(consents.states.value) == true else { throw .modelNotAllowed }
      let chosen = try await choice()
      guard let endpoint = try await chat(by: chosen) else { throw .modelNotAllowed }
      try await endpoint.port { question throws(Problem) in try outside.stream(question, isHere: chosen.isLocal) }
        .reply(request, take)
    }
  }

  private static func decision(_ state: ConsentState) -> Bool? {
    switch state.standing(of: ConsentText.coachModel) {
    case .open: nil
    case .given, .outdated: true
    case .withdrawn: false
    }
  }

  private func chat(by choice: ModelChoice) async throws(Problem) -> ChatEndpoint? {
    switch choice.way {
    case .builtIn: return nil
    case .own: return ChatEndpoint(choice.address, model: choice.model, key: choice.key)
    case .server:
      guard let server = environment.server else { throw .modelNotAllowed }
      let project = try await server.project()
      let token = try await member.membership.session().access()
      var endpoint = ChatEndpoint("\(project.address)/functions/v1/\(CoachFunction.name)", model: "default", key: token)
      endpoint.headers = [Outgoing.Field("apikey", project.key)]
      return endpoint
    }
  }

  /// Keeps the person's decision as a consent.
  func decide(_ isGiven: Bool, at window: WindowID) async {
    await consents.send(isGiven ? .agree(ConsentText.coachModel) : .refuse(ConsentText.coachModel), from: window)
  }

  /// Another model needs another consent.
  func withdraw(at window: WindowID) async {
    await consents.send(.askToWithdraw(ConsentText.coachModel), from: window)
    await consents.send(.withdraw, from: window)
  }
}

/// The choice of a model as it is stored, sealed, on this device.
private struct KeptModelChoice: Codable {
  var version = 1
  let way: String
  let address: String
  let model: String
  let key: String?

  init(_ choice: ModelChoice) {
    (way, address, model, key) = (choice.way.rawValue, choice.address, choice.model, choice.key?.revealed)
  }

  var choice: ModelChoice? {
    ModelChoice.Way(rawValue: way).map { way in
      ModelChoice(way, address: address, model: model, key: key.map { Redacted($0) })
    }
  }
}

extension Problem {
  fileprivate static let modelNotAllowed = Problem(
    "model-not-allowed", "No model may be asked.", safe: "Nothing was sent.",
    remedy: "Choose one in Settings, Coach's words.")
}
