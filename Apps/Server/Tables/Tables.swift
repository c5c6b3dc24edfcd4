public import Relational

/// Every collection of every product. A new one is one declaration, in its product's file and its list there.
public enum Tables {
  public static let all = Schema(everybody + yHealth + volvox + dailyPA)
}
