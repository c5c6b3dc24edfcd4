/// The version of this build.
public enum Troupe {
  public static let version = "0.1.0"
}
