public import Kernel

/// The requests that the feature takes, and the answers of its effects.
public enum NAMEAction: Sendable, Equatable {
  case appeared
  case write(String)
  case loaded(String)
  case notLoaded(Problem)
  case kept(String)
  case notKept(Problem)
}

/// The work that the feature asks its needs to do.
public enum NAMEEffect: Sendable, Equatable {
  case load
  case keep(String)
}

/// The events that other modules may listen to.
public enum NAMEEvent: Sendable, Equatable {
  case noteKept
}
