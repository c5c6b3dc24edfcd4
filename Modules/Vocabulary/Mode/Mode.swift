/// The level of detail a person chose: the essential, or everything.
public enum Mode: String, Sendable, Hashable, Codable, CaseIterable {
  case light, deep
}
