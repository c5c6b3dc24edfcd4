internal import Interface
public import Kernel

/// What a person does at one window, and what the world answers.
public enum OnboardingAction: Sendable, Equatable {
  case begin
  case at(OnboardingDesk.Name, DeskAction)
  /// The window is gone.
  case close(OnboardingDesk.Name)

  /// A person who came was led here: nobody does so again.
  case led
  /// What that step asks for was done, wherever it was done.
  case done(String)
  /// What that step would have a person choose was chosen elsewhere, such as in the settings.
  case heard(String, choices: [String])

  case loaded(KeptOnboarding?)
  case notLoaded(Problem)
  case kept
  case notKept(Problem)
}

/// What is done at a desk.
public enum DeskAction: Sendable, Equatable {
  case choose(String, choice: String, Bool)
  case next
  case back
  case skip
  /// After it is finished: one step is looked at again.
  case open(String)
  case closeStep
  case retry
}

/// What it asks of the world.
public enum OnboardingEffect: Sendable, Equatable {
  case load
  case keep(KeptOnboarding)
}

/// What others may hear of it.
public enum OnboardingEvent: Sendable, Equatable {
  /// All that is chosen of that step now.
  case chose(String, choices: [String])
  /// The person went through all of it, this once.
  case finished(at: OnboardingDesk.Name)
}

/// What one window has in hand. How far a person has come is the same in every window.
public struct OnboardingDesk: Sendable, Equatable {
  public typealias Name = ID<OnboardingDesk>

  /// The step that is looked at again after all was finished.
  var open: String?
}
