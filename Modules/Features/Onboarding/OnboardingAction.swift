internal import Interface
public import Kernel

/// The inputs from the shell and from other features, and the results of effects.
public enum OnboardingAction: Sendable, Equatable {
  case begin
  /// A new user was led to onboarding, which happens once.
  case led
  /// A step's task was done, here or elsewhere.
  case done(String)
  /// The choices of a step were made elsewhere, such as in the settings.
  case heard(String, choices: [String])

  case loaded(KeptOnboarding?)
  case notLoaded(Problem)
  case kept
  case notKept(Problem)
}

/// The user's actions in one window.
public enum OnboardingWindowAction: Sendable, Equatable {
  case choose(String, choice: String, Bool)
  case next
  case back
  case skip
  /// Opens a step again after onboarding is finished.
  case open(String)
  case closeStep
  case retry
}

/// The effects that onboarding requests.
public enum OnboardingEffect: Sendable, Equatable {
  case load
  case keep(KeptOnboarding)
}

/// The events that other features may receive.
public enum OnboardingEvent: Sendable, Equatable {
  /// All current choices of a step.
  case chose(String, choices: [String])
  /// The person finished onboarding in one window, which alone is told. Sent once.
  case finished
}

/// The state of one window. A person's progress is the same in every window.
public struct OnboardingWindowState: LocalState {
  /// The step opened again after onboarding was finished.
  var open: String?

  public init() {}
}
