/// How much a person wants to see: the essential, or everything.
public enum Mode: String, Sendable, Hashable, Codable, CaseIterable {
  case light, deep
}
