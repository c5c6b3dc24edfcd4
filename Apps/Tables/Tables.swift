public import Relational

/// Every collection of every product.
public enum Tables {
  public static let all = Schema([])
}
