/// The colours that a terminal has.
public enum ColourDepth: Sendable, Hashable, CaseIterable {
  case sixteen, indexed, full

  /// Determines the colours from the environment; nil for none.
  init?(environment: [String: String]) {
    let terminal = environment["TERM"] ?? ""
    func has(_ names: [String]) -> Bool { names.contains { terminal.contains($0) } }
    if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") {
      self = .full
    } else if has(["direct", "kitty", "alacritty", "foot", "ghostty", "wezterm"]) {
      self = .full
    } else if terminal.hasSuffix("-mono") || terminal.hasSuffix("-m") {
      return nil
    } else if has(["256color"]) {
      self = .indexed
    } else if has(["xterm", "screen", "tmux", "linux", "rxvt", "konsole", "putty", "cygwin", "ansi", "gnome", "color"])
    {
      self = .sixteen
    } else {
      return nil
    }
  }
}

extension [String: String] {
  /// Whether a terminal with this environment accepts escape sequences: not a dumb one, and not where they are disabled
  /// (https://no-color.org: the variable counts when set to anything but the empty string).
  var acceptsEscapes: Bool {
    if let no = self["NO_COLOR"], !no.isEmpty { return false }
    let terminal = self["TERM"] ?? ""
    return terminal != "dumb" && (!terminal.isEmpty || ColourDepth(environment: self) != nil)
  }
}
