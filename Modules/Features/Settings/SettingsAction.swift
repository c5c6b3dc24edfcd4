public import FoundationEssentials
public import Hours
public import Interface
public import JSON
public import Kernel

/// What a person does at one window, and what the world answers.
public enum SettingsAction: Sendable, Equatable {
  case begin
  case at(SettingsDesk.Name, DeskAction)
  /// The window is gone.
  case close(SettingsDesk.Name)

  case loaded(SettingsNeeds.Kept)
  case notLoaded(Problem)
  case saved(String, number: Int, order: SettingsNeeds.Order)
  case notSaved(String, number: Int, Problem)
  /// Another device or process changed one, or it is the echo of one's own change.
  case heard(SettingsNeeds.Change)
  /// Some of those changes were missed.
  case lostTrack
}

/// What is done at a desk.
public enum DeskAction: Sendable, Equatable {
  case set(String, JSON)
  case type(SettingsDesk.Field, String)
  case remove(TimeOfDay, from: String)
  case search(String)
  case askReset(SettingsDesk.Resetting)
  case dismiss
  case reset
  case retry
}

/// What it asks of the world.
public enum SettingsEffect: Sendable, Equatable {
  case load
  case save(String, Data, number: Int)
  case listen
}

/// What others may hear of it. No event carries a value.
public enum SettingsEvent: Sendable, Equatable {
  case changed(String)
  /// It is on disk.
  case saved(String)
  case told(Toast, at: SettingsDesk.Name)
}
