internal import Backend

/// How an embedded server is to run.
public struct EmbeddedPlan: Sendable {
  /// Where it keeps everything; nil for a temporary folder, gone when it stops.
  public var folder: String?
  /// `postgres://...`; nil keeps rows in the folder too.
  public var database: String?
  /// What signs tokens, where somebody else keeps it.
  public var secret: String?
  /// What looks at pictures of meals.
  public var mealModel: String?

  public init(folder: String? = nil) { self.folder = folder }

  /// Who asks is on this machine, and mostly in this process, where connections are kept for a next time that never is.
  private static let farewell = Duration.milliseconds(50)

  /// For the few clients of one machine.
  private static let connections = 1_000

  func options(in path: String) -> BackendOptions {
    var options = BackendOptions(folder: path)
    options.database = database
    options.mealModel = mealModel
    options.connections = EmbeddedPlan.connections
    options.farewell = EmbeddedPlan.farewell
    return options
  }
}
