internal import CBuildFacts

/// The version of this build.
public enum Troupe {
  public static let version = "0.1.0"

  /// The number of this build, from its commit; nil for a build that was not made for release.
  public static let build: String? = {
    let commit = String(cString: build_commit())
    return commit.isEmpty ? nil : String(commit.prefix(12))
  }()
}
