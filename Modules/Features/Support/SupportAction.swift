public import Interface
public import Kernel

/// The results of effects.
public enum SupportAction: Sendable, Equatable {
  case begin
  case loaded([UInt8]?)
  case notLoaded(Problem)
  case fetched([UInt8])
  case notFetched(Problem)
  case facts([DiagnosticFact])
  case rated(RatingMemory?)
  /// Whether the person allows that they are asked to take part in studies.
  case askingForStudies(Bool)
  /// A good moment of the person, such as a milestone.
  case joy
}

/// The user's actions in one window.
public enum SupportWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case search(String)
  /// Shows or hides an answer.
  case toggle(HelpContent.Question.ID)
  /// Changes the message of the contact form.
  case write(String)
  /// Opens a mail whose text is the message.
  case contact
  /// Writes with the report that is on the screen.
  case contactWithReport
  case suggest
  /// Opens a mail about a study.
  case takePart(HelpContent.Question.ID)
  case feedback
  case rate
  /// Does not rate the app now.
  case rateLater
  /// Does not want to be asked again.
  case neverRate
  /// Has read that the app ended unexpectedly.
  case dismissCrash
}

/// The effects that the feature requests.
public enum SupportEffect: Sendable, Equatable {
  case load
  case keep([UInt8])
  case fetch
  case facts
  case loadRating
  case keepRating(RatingMemory)
}

/// The events that other features may receive.
public enum SupportEvent: Sendable, Equatable {
  case viewed
  case opened(HelpContent.Question.ID)
  case contacted
  case suggested
  case feedbackGiven
  /// The page of the store was opened to rate the app.
  case rated
  /// The address is to be opened at a window.
  case addressAsked(OutgoingAddress)
}
