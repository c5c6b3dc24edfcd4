/// What this build is called.
public enum Troupe {
  public static let version = "0.1.0"
}
