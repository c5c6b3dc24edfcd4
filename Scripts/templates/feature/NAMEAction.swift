public import Kernel

/// What it can be asked to do, and what its effects answer.
public enum NAMEAction: Sendable, Equatable {
  case appeared
  case write(String)
  case loaded(String)
  case notLoaded(Problem)
  case kept(String)
  case notKept(Problem)
}

/// What it asks of the world.
public enum NAMEEffect: Sendable, Equatable {
  case load
  case keep(String)
}

/// What others may hear of it.
public enum NAMEEvent: Sendable, Equatable {
  case noteKept
}
