public import Hours
public import Interface
public import JSON
public import Kernel
public import Platform

/// The inputs from the shell and the results of effects.
public enum SettingsAction: Sendable, Equatable {
  case begin
  case loaded(SettingsNeeds.Kept)
  case notLoaded(Problem)
  /// Another feature has chosen a value, for all windows.
  case keep(String, JSON)
  case saved(String, number: Int, order: SettingsNeeds.Order)
  case notSaved(String, number: Int, Problem)
  /// A setting changed on another device or in another process, or this is the echo of an own change.
  case heard(SettingsNeeds.Change)
  /// Some of those changes were missed.
  case lostTrack
}

/// The user's actions in one window.
public enum SettingsWindowAction: Sendable, Equatable {
  case set(String, JSON)
  case type(SettingsWindowState.Field, String)
  case remove(TimeOfDay, from: String)
  case search(String)
  case askReset(SettingsWindowState.Resetting)
  case dismiss
  case reset
  case retry
}

/// The effects that settings request.
public enum SettingsEffect: Sendable, Equatable {
  case load
  case save(String, Data, number: Int)
  case listen
}

/// The events that other features may receive. No event carries a value.
public enum SettingsEvent: Sendable, Equatable {
  case changed(String)
  /// The change is on disk.
  case saved(String)
  /// For the person at one window.
  case told(Toast)
}
