public import Interface
public import Kernel
public import Platform

/// The results of effects, and texts that come from elsewhere.
public enum ConsentAction: Sendable, Equatable {
  case begin
  /// The decisions, and the identifiers of those that came with an imported archive.
  case loaded([ConsentRecord], imported: Set<UUID> = [])
  case notLoaded(Problem)
  /// The stored decisions changed, on this device or another.
  case changed
  case saved(ConsentRecord, in: WindowID)
  case notSaved(ConsentText.ID, Problem, in: WindowID)
  /// A newer text of a category was received.
  case received(ConsentText.ID, version: Int, [UInt8])
  /// The kept texts were read before anything else; nil when there are none.
  case restored([UInt8]?)
  /// Texts were fetched.
  case fetched([UInt8])
}

/// The user's actions in one window.
public enum ConsentWindowAction: Sendable, Equatable {
  case agree(ConsentText.ID)
  /// Says no to a consent that was never decided.
  case refuse(ConsentText.ID)
  case askToWithdraw(ConsentText.ID)
  case withdraw
  /// Shows or hides the whole text.
  case read(ConsentText.ID)
  case dismiss
  case retry
}

/// The effects that the feature requests.
public enum ConsentEffect: Sendable, Equatable {
  case load
  case listen
  case loadTexts, fetchTexts
  case keepTexts([UInt8])
  /// Saves a decision as later than the last one of the category, also when the clock was set back.
  case save(ConsentText, isGiven: Bool, after: Date?, in: WindowID)
}

/// The events that other features may receive.
public enum ConsentEvent: Sendable, Equatable {
  case given(ConsentText.ID)
  /// Everything that depended on it stops now.
  case withdrawn(ConsentText.ID)
  case told(Toast)
}
