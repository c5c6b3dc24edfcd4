internal import Interface
public import Kernel
public import Permissions

/// The inputs from the shell and from other features, and the results of effects.
public enum OnboardingAction: Sendable, Equatable {
  case begin
  /// A new user was led to onboarding, which happens once.
  case led
  /// A step's task was done, here or elsewhere.
  case done(String)
  /// The choices of a step were made elsewhere, such as in the settings.
  case heard(String, choices: [String])
  /// Whether the content of a step, which another feature shows, is complete.
  case reported(String, isComplete: Bool)
  /// The content of the current step was completed in that window, which goes on.
  case completed(String, in: WindowID)
  /// The name that the account or the profile has; nil when there is none.
  case nameKnown(String?)
  /// All connections of a step, with their states.
  case connections(String, [OnboardingConnection])

  case loaded(KeptOnboarding?, [OnboardingProgress])
  case notLoaded(Problem)
  case kept
  case notKept(Problem)
  /// Progress that was saved on this device or came from another one.
  case received(OnboardingProgress)
  /// Stored progress was removed, as by signing out.
  case lostTrack
  case permission(String, PermissionPriming.Action)
}

/// The user's actions in one window.
public enum OnboardingWindowAction: Sendable, Equatable {
  case choose(String, choice: String, Bool)
  case next
  case back
  case skip
  /// Shows a card of the current carousel, counted from 0.
  case card(Int)
  /// Confirms the known name.
  case confirmName
  /// Asks for another name than the known one.
  case otherName
  case typeName(String)
  /// Takes the typed name and goes on.
  case saveName
  case permission(PermissionPriming.Action)
  /// The screen is shown.
  case appeared
  /// Opens a step again after onboarding is finished.
  case open(String)
  case closeStep
  case retry
}

/// The effects that onboarding requests.
public enum OnboardingEffect: Sendable, Equatable {
  case load
  case listen
  case keep(KeptOnboarding)
  /// Saves the progress of a step for the person's other devices, unless they are further.
  case share(OnboardingProgress)
  /// Asks the device about the permission of a step.
  case permission(String, Permission.ID, PermissionPriming.Request)
}

/// The events that other features may receive.
public enum OnboardingEvent: Sendable, Equatable {
  /// All current choices of a step.
  case chose(String, choices: [String])
  /// The person confirmed or entered their name.
  case named(String)
  /// The person finished onboarding in one window, which alone is told. Sent once.
  case finished
  /// Another device of the person has finished it.
  case finishedElsewhere
  /// Whether onboarding is finished, or whether the person was led to it, has changed.
  case gateChanged
}

/// The state of one window. A person's progress is the same in every window.
public struct OnboardingWindowState: LocalState {
  /// The step opened again after onboarding was finished.
  var open: String?
  /// Whether the name step asks for another name than the known one.
  var asksName = false
  /// Why the entered name is refused.
  var nameProblem: String?

  public init() {}
}
