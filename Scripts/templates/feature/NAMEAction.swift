public import Kernel

/// What it can be asked to do, and what its effects answer.
public enum NAMEAction: Sendable, Equatable {
  case write(String)
  case kept(String)
  case notKept(Problem)
}

/// What it asks of the world.
public enum NAMEEffect: Sendable, Equatable {
  case keep(String)
}

/// What others may hear of it.
public enum NAMEEvent: Sendable, Equatable {
  case noteKept(String)
}
