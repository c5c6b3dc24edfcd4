public import Interface
public import Kernel
public import Portability

/// The start, and the results of effects.
public enum PrivacyAction: Sendable, Equatable {
  case begin
  /// A day has passed.
  case newDay(Moment)
  /// A retention rule was changed.
  case rulesChanged
  case looked(StoredData)
  case notLooked(Problem)
  case progressed(PortingProgress)
  case exported(OutgoingFile)
  case answered(OutgoingFile, Delivery.Outcome, in: WindowID)
  case previewed(ImportPreview)
  case notDone(Problem)
  case expired(Removal)
  case notExpired(Problem)
}

/// The user's actions in one window.
public enum PrivacyWindowAction: Sendable, Equatable {
  case appeared
  case export
  case exportExcerpt
  case cancel
  case type(String)
  /// Reads the archive at the typed path.
  case readTyped
  /// Reads an uploaded archive, which stays at `path` until it is read, under its name.
  case readHanded(path: String, name: String)
  case importNow
  case askToDelete
  /// The first of two answers.
  case goOn
  case deleteEverything
  case dismiss
  case dismissProblem
  case retry
}

/// The effects that the feature requests.
public enum PrivacyEffect: Sendable, Equatable {
  case look
  case export
  case exportExcerpt
  case hand(OutgoingFile, WindowID)
  case preview(path: String)
  case take(path: String, WindowID)
  case delete(WindowID)
  case expire
  case days
}

/// The events that other features may receive.
public enum PrivacyEvent: Sendable, Equatable {
  /// For the person at one window.
  case told(Toast)
  /// The uploaded archive is not needed any more.
  case readThrough(path: String)
}
