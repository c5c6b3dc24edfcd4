internal import Coaching
internal import Consent
internal import Conversation
internal import Kernel
internal import ProductKit
internal import Shell

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
  private let consents: Consents
  private let access: ModelAccess

  init(_ environment: PersonEnvironment, _ member: Member, _ consents: Consents) {
    self.consents = consents
    access = ModelAccess("coach-model", function: CoachFunction.name, environment, member)
  }

  /// Fills the needs of the coach. The port looks at consent and choice again before each question.
  func fill(_ needs: inout CoachingNeeds) {
    let (access, consents) = (access, consents)
    needs.choice = { () throws(Problem) in try await access.choice() }
    needs.keepChoice = { choice throws(Problem) in try await access.keep(choice) }
    needs.consents = {
      .relaying(keeping: .bufferingNewest(1)) { report in
        for await state in consents.states.listen() where state.reading == .done {
          report(Heard(ModelCadence.decision(state)))
        }
      }
    }
    let port = access.port(otherwise: .modelNotAllowed)
    needs.model = ModelPort { request, take throws(Problem) in
      guard ModelCadence.decision(consents.states.value) == true else { throw .modelNotAllowed }
      try await port.reply(request, take)
    }
  }

  private static func decision(_ state: ConsentState) -> Bool? {
    switch state.standing(of: ConsentText.coachModel) {
    case .open, .imported: nil
    case .given, .outdated: true
    case .withdrawn: false
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

extension Problem {
  fileprivate static let modelNotAllowed = Problem(
    "model-not-allowed", "No model may be asked.", safe: "Nothing was sent.",
    remedy: "Choose one in Settings, Coach's words.")
}
