extension Simulation {
  /// Faults that are built in on request, each of which the simulation must find.
  public enum Bug: String, Sendable, CaseIterable {
    /// A retry goes out as a new operation.
    case freshOperation = "fresh-operation"
    /// A change is struck off when it is sent.
    case acknowledgedWhenSent = "acknowledged-when-sent"
    /// Whatever a change was made on, it is taken for current.
    case baseForgotten = "base-forgotten"
    /// A restored server is taken for the one that it was.
    case lifeIgnored = "life-ignored"
  }
}
