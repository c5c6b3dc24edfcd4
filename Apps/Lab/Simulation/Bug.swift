extension Simulation {
  /// Faults that are injected on request, each of which the simulation must detect.
  public enum Bug: String, Sendable, CaseIterable {
    /// A retry is sent as a new operation.
    case freshOperation = "fresh-operation"
    /// A change is removed from the queue when it is sent.
    case acknowledgedWhenSent = "acknowledged-when-sent"
    /// The base revision of a change is ignored, so every change counts as current.
    case baseForgotten = "base-forgotten"
    /// A new epoch of the server, after a restore, is ignored.
    case lifeIgnored = "life-ignored"
    /// The server tells nobody which rows appear or disappear for them.
    case looksForgotten = "looks-forgotten"
    /// A message has the time of its device's clock, whatever it answers.
    case clockTrusted = "clock-trusted"
  }
}
